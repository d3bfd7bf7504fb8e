// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/loops/full_unroll.h"

#include "compiler/passes/normalise/loops/unroll_reasons.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#define DEBUG_TYPE "weft-full-unroll"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(arrayLoops, "Unrolled loops that index private arrays");
ALWAYS_ENABLED_STATISTIC(recordLoops, "Unrolled loops over records");
ALWAYS_ENABLED_STATISTIC(barrierLoops, "Unrolled loops with barriers");

namespace {

struct Reason {
  VectorStage stage;
  bool (*isThere)(const Function &function); ///< a quick test
  void (*choose)(Function &function, UnrollCandidates &loops);
  TrackingStatistic &count; ///< of unrolled loops
};

const Reason reasons[] = {
    {VectorStage::PrivateArrayLoops, hasArrayLoops, chooseArrayLoops, arrayLoops},
    {VectorStage::RecordLoops, hasRecordLoops, chooseRecordLoops, recordLoops},
    {VectorStage::BarrierLoops, hasBarrierLoops, chooseBarrierLoops, barrierLoops},
};

void unroll(Function &function, FunctionAnalysisManager &analyses, const Reason &reason) {
  const auto simplify = [&](auto pass) {
    analyses.invalidate(function, pass.run(function, analyses));
  };
  simplify(LoopSimplifyPass());
  while (true) {
    UnrollCandidates loops(function);
    reason.choose(function, loops);
    const unsigned count = loops.unroll();
    if (!count)
      return;
    reason.count += count;
    analyses.invalidate(function, PreservedAnalyses::none());
    // Once dead paths are removed, further loops have constant trip counts.
    simplify(SimplifyCFGPass());
    simplify(LoopSimplifyPass());
  }
}

} // namespace

PreservedAnalyses FullUnrollPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const VectorStages present = stages.of(function);
  bool changed = false;
  for (const Reason &reason : reasons)
    if (present.run(reason.stage) && reason.isThere(function)) {
      unroll(function, analyses, reason);
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
