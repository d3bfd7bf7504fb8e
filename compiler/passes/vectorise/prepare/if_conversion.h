// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts divergent branches to selects if that is cheaper than masks (cost_model.h).
//
// The pass works on a scalar region function before it is canonical, and repeats until nothing
// changes:
// - The sides of a divergent branch or switch move before the branch, if they are cheap, free of
//   side effects, and meet in one block. Selects replace the phis there.
// - In a loop that lanes leave at different times, an exiting block absorbs its only successor
//   inside, if that is free of side effects and is itself an exit or the latch. One exit then tests
//   both conditions, and a block behind it branches to the right target. Lanes that have left run
//   the rest of the iteration for free as long as others stay.
//
// Conditions are combined by selects, so an exit hides poison in the conditions after it.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses and its kernel's costs (gang_analyses.h).
class IfConversionPass : public RequiredPass<IfConversionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
