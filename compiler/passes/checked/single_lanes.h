// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In code for single work-items, what all lanes agree on (lane_functions.h) is what the work-item
// finds. Replaces the calls that the widener has left there.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class SingleLanesPass : public RequiredPass<SingleLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
