// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces divergent control flow by straight-line code where that is cheaper than testing masks.
//
// Works on a scalar region function before its canonical form is made, until nothing changes:
// - the sides of a divergent branch or switch that are pure, cheap and meet again at once move
//   before the branch, and selects take the place of the phis where they meet;
// - in a loop that work-items leave at different times, an exiting block takes in its only
//   successor inside when that is pure and is itself an exit or the latch: one exit then tests for
//   both, and a block behind it tells where to go. Running the rest of an iteration for work-items
//   that have left costs nothing as long as others go on.
// Conditions are joined by selects, which keep what follows an exit from being looked at.
#pragma once

#include "compiler/passes/analysis/cost_model.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether the function changed; keeps `loops` true, and no other analysis.
bool ifConvertDivergentBranches(llvm::Function &function, llvm::UniformityInfo &uniformity,
                                llvm::LoopInfo &loops, const CostModel &costs);

} // namespace weft::compiler
