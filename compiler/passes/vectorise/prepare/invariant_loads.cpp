// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/invariant_loads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-invariant-loads"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loadsHoisted, "Loads moved out of loops that lanes leave one by one");

namespace {

bool isDivergent(const Loop &loop, UniformityInfo &uniformity) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(exiting,
                [&](const BasicBlock *block) { return uniformity.hasDivergentTerminator(*block); });
}

bool writesMemory(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &step) { return step.mayWriteToMemory(); });
  });
}

bool hoistLoads(Loop &loop, const DominatorTree &dominators) {
  SimpleLoopSafetyInfo safety;
  safety.computeLoopSafetyInfo(&loop);
  Instruction &before = *loop.getLoopPreheader()->getTerminator();
  bool changed = false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &step : make_early_inc_range(*block)) {
      auto *load = dyn_cast<LoadInst>(&step);
      if (!load || !load->isSimple() || !safety.isGuaranteedToExecute(*load, &dominators, &loop) ||
          !loop.makeLoopInvariant(load->getPointerOperand(), changed, &before))
        continue;
      load->moveBefore(before.getIterator());
      ++loadsHoisted;
      changed = true;
    }
  return changed;
}

} // namespace

bool hoistInvariantLoads(Function &function, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return false;
  UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const SmallVector<Loop *> outerFirst = loops.getLoopsInPreorder();
  bool changed = false;
  // What leaves an inner loop may leave the next.
  for (Loop *loop : reverse(outerFirst))
    if (loop->isLoopSimplifyForm() && isDivergent(*loop, uniformity) && !writesMemory(*loop))
      changed |= hoistLoads(*loop, dominators);
  return changed;
}

} // namespace weft::compiler
