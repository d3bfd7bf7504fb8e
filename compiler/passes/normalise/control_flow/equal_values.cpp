// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/equal_values.h"

#include "compiler/passes/support/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

namespace {

using Values = SmallVector<Value *, 4>;

Values operandsOf(ArrayRef<Value *> values, unsigned index) {
  return map_to_vector<4>(
      values, [&](Value *value) { return cast<Instruction>(value)->getOperand(index); });
}

/// Decrements the number of steps by those that it needs.
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

} // namespace

bool areEqual(ArrayRef<Value *> values) {
  unsigned steps = limits::shortValueDepth;
  return areEqual(values, steps);
}

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

BasicBlock *commonDominatorOfPredecessors(BasicBlock &block, const DominatorTree &tree) {
  BasicBlock *begin = nullptr;
  for (BasicBlock *incoming : predecessors(&block)) {
    if (!tree.isReachableFromEntry(incoming) || tree.dominates(&block, incoming))
      return nullptr;
    begin = begin ? tree.findNearestCommonDominator(begin, incoming) : incoming;
  }
  return begin;
}

} // namespace weft::compiler
