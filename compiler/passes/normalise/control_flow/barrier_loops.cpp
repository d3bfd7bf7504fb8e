// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/barrier_loops.h"

#include "compiler/passes/normalise/control_flow/step_barriers.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loops/loop_unrolling.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "weft-barrier-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsUnrolled, "Unrolled loops with barriers");

namespace {

bool hasBarriers(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isSplit); });
}

bool isCandidate(const Loop &loop) {
  return loop.isInnermost() && !(hasUnrollTransformation(&loop) & TM_Disable) && hasBarriers(loop);
}

SmallVector<Loop *> findLoops(LoopUnroller &unroller) {
  SmallVector<Loop *> found;
  for (Loop *loop : unroller.loops().getLoopsInPreorder()) {
    if (!isCandidate(*loop))
      continue;
    std::size_t barriers = 0, instructions = 0;
    for (const BasicBlock *block : loop->blocks()) {
      barriers += count_if(*block, isSplit);
      instructions += block->size();
    }
    const std::size_t rounds = unroller.rounds(*loop);
    if (rounds > 1 && rounds * barriers <= limits::barriersUnrolled &&
        rounds * instructions <= limits::barrierLoops)
      found.push_back(loop);
  }
  return found;
}

// Whether there are barriers outside of loops, and what lies between is short enough for straight
// code.
bool hasStraightBarriers(const Function &function, const LoopInfo &loops) {
  std::size_t barriers = 0;
  for (const BasicBlock &block : function)
    if (!loops.getLoopFor(&block))
      barriers += count_if(block, isSplit);
  return barriers > 0 && barriers <= limits::barriersUnrolled &&
         function.getInstructionCount() <= limits::barrierLoops;
}

} // namespace

PreservedAnalyses BarrierLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || !stages.of(function).run(VectorStage::BarrierLoops))
    return PreservedAnalyses::all();
  const LoopInfo &loopInfo = analyses.getResult<LoopAnalysis>(function);
  const bool isForAnySize = !requiredGroupSize(function);
  if (isForAnySize && hasStraightBarriers(function, loopInfo))
    function.addFnAttr(straightBarriersAttribute);
  if (none_of(loopInfo.getLoopsInPreorder(), [](const Loop *loop) { return isCandidate(*loop); }))
    return PreservedAnalyses::all();
  analyses.invalidate(function, LoopSimplifyPass().run(function, analyses));
  LoopUnroller unroller(function);
  const SmallVector<Loop *> loops = findLoops(unroller);
  if (!loops.empty() && isForAnySize)
    function.addFnAttr(straightBarriersAttribute);
  else
    for (Loop *loop : loops)
      loopsUnrolled += unroller.unroll(*loop);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
