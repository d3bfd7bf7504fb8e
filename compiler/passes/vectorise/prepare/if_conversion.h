// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts divergent branches to selects where that is cheaper than masks (cost_model.h).
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
// Conditions are joined by selects, so an exit hides poison in the conditions behind it.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether the function changed. `loops` stays valid, and no other analysis does.
bool ifConvertDivergentBranches(llvm::Function &function, llvm::UniformityInfo &uniformity,
                                llvm::LoopInfo &loops, const CostModel &costs);

} // namespace weft::compiler
