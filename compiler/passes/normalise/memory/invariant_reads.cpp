// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/invariant_reads.h"

#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-invariant-reads"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(readsHoisted, "Reads from images moved to the front of a loop");

namespace {

bool isRead(Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const auto access = call ? ImageAccess::of(*call) : std::nullopt;
  return access && access->kind == ImageAccessKind::Read;
}

// Whether a call is a read, or is one of a function of the kernel library that does nothing else.
bool reads(Instruction &instruction) {
  if (isRead(instruction))
    return true;
  const auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->size() != 1)
    return false;
  BasicBlock &body = callee->front();
  return any_of(body, isRead) && all_of(body, [](Instruction &step) {
           return isRead(step) || step.isTerminator() || isSafeToSpeculativelyExecute(&step);
         });
}

bool hoist(Instruction &read, const Loop &loop, bool &changed) {
  Instruction &before = *loop.getLoopPreheader()->getTerminator();
  if (!all_of(cast<CallInst>(read).args(), [&](const Use &operand) {
        return loop.makeLoopInvariant(operand.get(), changed, &before);
      }))
    return false;
  read.moveBefore(before.getIterator());
  read.dropUBImplyingAttrsAndMetadata();
  ++readsHoisted;
  return true;
}

bool hoistReads(const Loop &loop, const DominatorTree &dominators) {
  SmallVector<BasicBlock *> latches;
  loop.getLoopLatches(latches);
  bool changed = false;
  for (BasicBlock *block : loop.blocks()) {
    if (!all_of(latches, [&](BasicBlock *latch) { return dominators.dominates(block, latch); }))
      continue;
    for (Instruction &instruction : make_early_inc_range(*block))
      if (reads(instruction))
        changed |= hoist(instruction, loop, changed);
  }
  return changed;
}

} // namespace

PreservedAnalyses InvariantReadsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!any_of(instructions(function), reads))
    return PreservedAnalyses::all();
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const SmallVector<Loop *> outerFirst = loops.getLoopsInPreorder();
  bool changed = false;
  // What leaves an inner loop may leave the next.
  for (const Loop *loop : reverse(outerFirst))
    if (loop->getLoopPreheader())
      changed |= hoistReads(*loop, dominators);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
