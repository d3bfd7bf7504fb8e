// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/loops/loop_unrolling.h"

#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace weft::compiler {

using namespace llvm;

LoopUnroller::LoopUnroller(Function &function)
    : analyses(function), costs(function.getDataLayout()), remarks(&function) {}

unsigned LoopUnroller::rounds(const Loop &loop) {
  return loop.isLoopSimplifyForm() ? analyses.evolution.getSmallConstantTripCount(&loop) : 0;
}

LoopUnrollResult LoopUnroller::apply(Loop &loop, const UnrollLoopOptions &options) {
  formLCSSARecursively(loop, analyses.dominators, &analyses.loops, &analyses.evolution);
  return UnrollLoop(&loop, options, &analyses.loops, &analyses.evolution, &analyses.dominators,
                    &analyses.assumptions, &costs, &remarks, /*PreserveLCSSA=*/true);
}

bool LoopUnroller::unroll(Loop &loop) {
  UnrollLoopOptions options{};
  options.Count = rounds(loop);
  return options.Count && apply(loop, options) == LoopUnrollResult::FullyUnrolled;
}

bool LoopUnroller::unrollBy(Loop &loop, unsigned count) {
  UnrollLoopOptions options{};
  options.Count = count;
  options.Runtime = true;
  options.SCEVExpansionBudget = 8; // of the number of rounds
  return apply(loop, options) != LoopUnrollResult::Unmodified;
}

} // namespace weft::compiler
