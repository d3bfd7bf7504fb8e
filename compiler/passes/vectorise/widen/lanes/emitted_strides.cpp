// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

void EmittedStrides::setRoot(const Value &value, Value *base) {
  const Stride *stride = info.strideOf(value);
  assert(stride && stride->isRoot(value) && "only roots are told");
  strides[&value] = {base, stride->step, nullptr};
}

std::optional<EmittedStride> EmittedStrides::of(Value *value) {
  if (!values.isUniform(*value) && !info.strideOf(*value))
    return std::nullopt;
  return ofNotDivergent(value);
}

EmittedStride EmittedStrides::ofNotDivergent(Value *value) {
  if (values.isUniform(*value))
    return {values.scalarOf(value), 0, nullptr};
  assert(strides.contains(value) && "a definition comes before its uses");
  return strides.lookup(value);
}

std::optional<EmittedStride> EmittedStrides::exactlyOf(Value *value) {
  const auto stride = of(value);
  return stride && !stride->holds ? stride : std::nullopt;
}

// Emits the common parts of base and conditions once.
Value *EmittedStrides::emit(const UniformExpression &expression, EmittedExpressions &emitted) {
  if (Value *known = emitted.lookup(&expression))
    return known;
  SmallVector<Value *> operands;
  for (const UniformExpression *operand : expression.operands)
    operands.push_back(emit(*operand, emitted));
  return emitted[&expression] = create(expression, operands);
}

Value *EmittedStrides::create(const UniformExpression &expression, ArrayRef<Value *> operands) {
  switch (expression.kind) {
  case UniformExpression::Kind::Value:
    return values.scalarOf(const_cast<Value *>(expression.value));
  case UniformExpression::Kind::FirstLane:
    assert(strides.contains(expression.value) && "a definition comes before its uses");
    return strides.lookup(expression.value).base;
  case UniformExpression::Kind::Operation:
    if (Instruction::isCast(expression.opcode))
      return gang.CreateCast(static_cast<Instruction::CastOps>(expression.opcode), operands[0],
                             expression.type);
    return gang.CreateBinOp(static_cast<Instruction::BinaryOps>(expression.opcode), operands[0],
                            operands[1]);
  case UniformExpression::Kind::Address:
    return gang.CreateGEP(cast<GetElementPtrInst>(expression.value)->getSourceElementType(),
                          operands[0], operands.drop_front());
  }
  llvm_unreachable("all kinds of expressions are emitted");
}

// Whether base + lane * step stays in the range of its type for every lane.
Value *EmittedStrides::emitNoWrap(Value *base, std::int64_t step, bool isSigned) {
  const unsigned width = base->getType()->getIntegerBitWidth();
  const APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  const APInt most = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  const std::uint64_t distance = static_cast<std::uint64_t>(std::abs(step)) * (gang.lanes - 1);
  assert(isUIntN(width - 1, distance) && "steps are bounded where strides are made");
  const APInt span(width, distance);
  const CmpInst::Predicate upper = isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  const CmpInst::Predicate lower = isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  return step > 0 ? gang.CreateICmp(upper, base, gang.getInt(most - span))
                  : gang.CreateICmp(lower, base, gang.getInt(least + span));
}

// Wrapping is so rare that no lane of the gang may wrap.
Value *EmittedStrides::emit(const StrideCondition &condition, Ends ends,
                            EmittedExpressions &emitted) {
  using Kind = StrideCondition::Kind;
  assert(condition.kind != Kind::AsFor && "it has no code of its own");
  Value *base = emit(*condition.base, emitted);
  if (condition.kind == Kind::NoSignedWrap || condition.kind == Kind::NoUnsignedWrap)
    return emitNoWrap(base, condition.step, condition.kind == Kind::NoSignedWrap);
  // The lane closest to the bound.
  const bool isUpper = condition.kind == Kind::AtMost;
  Value *lane = isUpper == (condition.step > 0) ? ends.last : ends.first;
  Type *type = base->getType();
  Value *distance = gang.CreateMul(gang.CreateZExtOrTrunc(lane, type),
                                   ConstantInt::getSigned(type, condition.step));
  Value *closest = gang.CreateAdd(base, distance);
  Value *bound = emit(*condition.bound, emitted);
  return isUpper ? gang.CreateICmpSLE(closest, bound) : gang.CreateICmpSGE(closest, bound);
}

Value *EmittedStrides::emitHolds(const Value &value, Ends ends, EmittedExpressions &emitted) {
  Value *holds = nullptr;
  for (const StrideCondition &condition : info.strideOf(value)->conditions)
    holds = gang.both(holds, condition.kind == StrideCondition::Kind::AsFor
                                 ? emitHolds(*condition.value, ends, emitted)
                                 : emit(condition, ends, emitted));
  return holds;
}

bool EmittedStrides::hasBounds(const Value &value) const {
  using Kind = StrideCondition::Kind;
  return any_of(info.strideOf(value)->conditions, [&](const StrideCondition &condition) {
    return condition.kind == Kind::AtMost || condition.kind == Kind::AtLeast ||
           (condition.kind == Kind::AsFor && hasBounds(*condition.value));
  });
}

Value *EmittedStrides::holdsForActive(const Value &value) {
  const EmittedStride known = strides.lookup(&value);
  if (!gang.mask || !known.holds || !hasBounds(value))
    return known.holds;
  const auto number = [&](Value *lane) { return gang.CreateZExt(lane, gang.getInt64Ty()); };
  EmittedExpressions emitted;
  return emitHolds(value, {number(gang.firstActiveIndex()), number(gang.lastActiveIndex())},
                   emitted);
}

void EmittedStrides::emitFor(const Value &value) {
  const Stride *stride = info.strideOf(value);
  if (!stride || stride->isRoot(value))
    return;
  EmittedExpressions emitted;
  EmittedStride result{emit(*stride->base, emitted), stride->step, nullptr};
  const Ends ends{gang.getInt64(0), gang.getInt64(gang.lanes - 1)};
  for (const StrideCondition &condition : stride->conditions)
    result.holds = gang.both(result.holds, condition.kind == StrideCondition::Kind::AsFor
                                               ? strides.lookup(condition.value).holds
                                               : emit(condition, ends, emitted));
  strides[&value] = result;
}

} // namespace weft::compiler
