// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/equal_arms.h"

#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-equal-arms"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(phisReplaced, "Phis of equal computations that became one before");

namespace {

using Values = SmallVector<Value *, 4>;

// Computations of addresses are not longer, and more would cost the other ways.
constexpr unsigned mostSteps = 6;

Values operandsOf(ArrayRef<Value *> values, unsigned index) {
  return map_to_vector<4>(
      values, [&](Value *value) { return cast<Instruction>(value)->getOperand(index); });
}

/// Whether the values come from the same operations on values that are the same. Takes as many
/// steps as it needs.
bool areEqual(ArrayRef<Value *> values, unsigned &steps) {
  if (all_equal(values))
    return true;
  const auto *first = dyn_cast<Instruction>(values.front());
  if (!first || steps == 0 || !isa<CastInst, GetElementPtrInst, BinaryOperator>(first) ||
      !isSafeToSpeculativelyExecute(first))
    return false;
  --steps;
  const auto isLikeFirst = [&](Value *value) {
    const auto *other = dyn_cast<Instruction>(value);
    return other && other->isSameOperationAs(first) && isSafeToSpeculativelyExecute(other);
  };
  return all_of(values, isLikeFirst) && all_of(seq(first->getNumOperands()), [&](unsigned index) {
           return areEqual(operandsOf(values, index), steps);
         });
}

/// A copy of equal values, before `place`.
Value *copyOf(ArrayRef<Value *> values, Instruction &place) {
  if (all_equal(values))
    return values.front();
  Instruction *copy = cast<Instruction>(values.front())->clone();
  for (Value *value : values.drop_front())
    copy->andIRFlags(value);
  for (Use &operand : copy->operands())
    operand.set(copyOf(operandsOf(values, operand.getOperandNo()), place));
  copy->insertBefore(place.getIterator());
  copy->dropLocation();
  return copy;
}

/// Where control was last one before the ways to the phi; null in loops, where a way comes from the
/// phi itself.
BasicBlock *beginOfWays(const PHINode &phi, const DominatorTree &tree) {
  BasicBlock *begin = phi.getIncomingBlock(0);
  for (BasicBlock *incoming : phi.blocks()) {
    if (!tree.isReachableFromEntry(incoming) || tree.dominates(phi.getParent(), incoming))
      return nullptr;
    begin = tree.findNearestCommonDominator(begin, incoming);
  }
  return begin;
}

bool replace(PHINode &phi, const DominatorTree &tree) {
  const Values incoming(phi.incoming_values());
  unsigned steps = mostSteps;
  if (all_equal(incoming) || !areEqual(incoming, steps))
    return false;
  BasicBlock *begin = beginOfWays(phi, tree);
  if (!begin)
    return false;
  phi.replaceAllUsesWith(copyOf(incoming, *begin->getTerminator()));
  phi.eraseFromParent();
  ++phisReplaced;
  return true;
}

} // namespace

PreservedAnalyses EqualArmsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis()))
      changed |= replace(phi, tree);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
