// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/memory/invariant_loads.h"

#include "compiler/passes/support/memory_objects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-invariant-loads"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loadsHoisted, "Loads of each round moved to the front of a loop");

namespace {

using Objects = SmallPtrSet<const Value *, 4>;

// The memory written by the loop; nothing if unknown, or if the loop orders memory.
std::optional<Objects> writtenObjects(const Loop &loop) {
  Objects written;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &step : *block) {
      const auto *store = dyn_cast<StoreInst>(&step);
      if (store && store->isSimple())
        written.insert(getUnderlyingObject(store->getPointerOperand()));
      else if (step.mayWriteToMemory())
        return std::nullopt;
    }
  return written;
}

bool isConstantIn(const LoadInst &load, const Objects &written) {
  return load.isSimple() && none_of(written, [&](const Value *object) {
           return mayMeet(*object, *getUnderlyingObject(load.getPointerOperand()));
         });
}

bool hoistLoads(Loop &loop, const DominatorTree &dominators) {
  const std::optional<Objects> written = writtenObjects(loop);
  if (!written)
    return false;
  SimpleLoopSafetyInfo safety;
  safety.computeLoopSafetyInfo(&loop);
  Instruction &before = *loop.getLoopPreheader()->getTerminator();
  bool changed = false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &step : make_early_inc_range(*block)) {
      auto *load = dyn_cast<LoadInst>(&step);
      if (!load || !isConstantIn(*load, *written) ||
          !safety.isGuaranteedToExecute(*load, &dominators, &loop) ||
          !loop.makeLoopInvariant(load->getPointerOperand(), changed, &before))
        continue;
      load->moveBefore(before.getIterator());
      ++loadsHoisted;
      changed = true;
    }
  return changed;
}

} // namespace

PreservedAnalyses InvariantLoadsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return PreservedAnalyses::all();
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const SmallVector<Loop *> outerFirst = loops.getLoopsInPreorder();
  bool changed = false;
  // A load hoisted out of an inner loop may leave the next.
  for (Loop *loop : reverse(outerFirst))
    if (loop->isLoopSimplifyForm())
      changed |= hoistLoads(*loop, dominators);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
