// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/lane_sequence.h"

#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

std::optional<LaneSequence> ofConstant(const Constant &vector) {
  const unsigned lanes = cast<FixedVectorType>(vector.getType())->getNumElements();
  SmallVector<APInt> elements;
  for (unsigned lane = 0; lane != lanes; ++lane) {
    const auto *element = dyn_cast_or_null<ConstantInt>(vector.getAggregateElement(lane));
    if (!element)
      return std::nullopt;
    elements.push_back(element->getValue());
  }
  const APInt step = lanes > 1 ? elements[1] - elements[0] : elements[0] - elements[0];
  for (unsigned lane = 1; lane < lanes; ++lane)
    if (elements[lane] - elements[lane - 1] != step)
      return std::nullopt;
  return LaneSequence{.terms = {}, .first = elements[0], .step = step};
}

std::optional<LaneSequence> sequenceOf(Value &vector, unsigned depth);

std::optional<LaneSequence> ofSum(const BinaryOperator &sum, unsigned depth) {
  const auto *bits = dyn_cast<PossiblyDisjointInst>(&sum);
  const bool isDifference = sum.getOpcode() == Instruction::Sub;
  if (sum.getOpcode() != Instruction::Add && !isDifference && !(bits && bits->isDisjoint()))
    return std::nullopt;
  auto result = sequenceOf(*sum.getOperand(0), depth);
  const auto other = sequenceOf(*sum.getOperand(1), depth);
  if (!result || !other)
    return std::nullopt;
  for (const LaneSequence::Term &term : other->terms)
    result->terms.push_back({term.value, term.isNegative != isDifference});
  result->first = isDifference ? result->first - other->first : result->first + other->first;
  result->step = isDifference ? result->step - other->step : result->step + other->step;
  return result;
}

std::optional<LaneSequence> sequenceOf(Value &vector, unsigned depth) {
  if (const auto *constant = dyn_cast<Constant>(&vector))
    return ofConstant(*constant);
  if (Value *shared = getSplatValue(&vector)) {
    const APInt zero = APInt::getZero(shared->getType()->getIntegerBitWidth());
    return LaneSequence{.terms = {{shared, false}}, .first = zero, .step = zero};
  }
  const auto *sum = dyn_cast<BinaryOperator>(&vector);
  return sum && depth < limits::valueDepth ? ofSum(*sum, depth + 1) : std::nullopt;
}

} // namespace

std::optional<LaneSequence> LaneSequence::of(Value &vector) {
  assert(vector.getType()->isIntOrIntVectorTy() && vector.getType()->isVectorTy() &&
         "sequences are those of integers");
  return sequenceOf(vector, 0);
}

Value *LaneSequence::emitFirst(IRBuilder<> &builder) const {
  Value *sum = nullptr;
  for (const Term &term : terms)
    if (!term.isNegative)
      sum = sum ? builder.CreateAdd(sum, term.value) : term.value;
  if (!sum)
    sum = builder.getInt(first);
  else if (!first.isZero())
    sum = builder.CreateAdd(sum, builder.getInt(first));
  for (const Term &term : terms)
    if (term.isNegative)
      sum = builder.CreateSub(sum, term.value);
  return sum;
}

} // namespace weft::compiler
