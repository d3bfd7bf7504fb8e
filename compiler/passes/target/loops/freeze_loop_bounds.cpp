// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/loops/freeze_loop_bounds.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-freeze-loop-bounds"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(boundsFrozen, "Frozen loop bounds");

namespace {

// Whether scalar evolution would find a minimum or maximum in the value.
bool isClamped(const Value &value, unsigned depth = 0) {
  if (isa<MinMaxIntrinsic>(value))
    return true;
  if (depth == limits::valueDepth || !isa<BinaryOperator, CastInst, SelectInst>(value))
    return false;
  return any_of(cast<Instruction>(value).operands(),
                [&](const Use &operand) { return isClamped(*operand, depth + 1); });
}

bool freezeBefore(BasicBlock &preheader, Use &use) {
  if (!use->getType()->isIntegerTy() || !isClamped(*use))
    return false;
  IRBuilder<> builder(preheader.getTerminator());
  use.set(builder.CreateFreeze(use.get(), "bound"));
  ++boundsFrozen;
  return true;
}

bool freezeBounds(const Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader();
  if (!preheader)
    return false;
  bool changed = false;
  for (PHINode &phi : loop.getHeader()->phis())
    changed |= freezeBefore(*preheader, phi.getOperandUse(phi.getBasicBlockIndex(preheader)));
  const BasicBlock *latch = loop.getLoopLatch();
  const auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional())
    return changed;
  if (auto *comparison = dyn_cast<ICmpInst>(branch->getCondition());
      comparison && loop.contains(comparison))
    for (Use &operand : comparison->operands())
      if (loop.isLoopInvariant(operand))
        changed |= freezeBefore(*preheader, operand);
  return changed;
}

} // namespace

PreservedAnalyses FreezeLoopBoundsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    changed |= freezeBounds(*loop);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
