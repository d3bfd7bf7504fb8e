// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"

#include "compiler/passes/support/integer_divisions.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

void EmittedStrides::setRoot(const Value &value, Value *base) {
  const Stride *stride = info.strideOf(value);
  assert(stride && stride->isRoot() && "only roots are told");
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

Value *EmittedStrides::inLane0(Value *value) {
  return values.isUniform(*value) ? values.scalarOf(value) : strides.at(value).base;
}

Value *EmittedStrides::emit(const AffineForm &form, Type &type) {
  return form.emit(gang, type, [&](const AffineForm::Term &term) {
    return gang.CreateIntCast(inLane0(term.value), &type, term.isSigned);
  });
}

Value *EmittedStrides::emitAddress(const GetElementPtrInst &address, const Stride &stride) {
  SmallVector<Value *> indices(address.indices());
  const AffineForm *form = stride.forms.begin();
  for (Value *&index : indices)
    if (!isa<Constant>(index))
      index = emit(*form++, *gang.getInt64Ty());
  return gang.CreateGEP(address.getSourceElementType(),
                        inLane0(const_cast<Value *>(address.getPointerOperand())), indices);
}

// Lane 0 may be inactive, so its division must not trap: it is one without signs, as nothing is
// negative if the stride holds, and by 1 instead of 0.
Value *EmittedStrides::emitDivision(const BinaryOperator &division, Instruction::BinaryOps opcode) {
  Value *divisor = values.scalarOf(division.getOperand(1));
  if (!isa<ConstantInt>(divisor)) {
    Type *type = divisor->getType();
    Value *isPositive = gang.CreateLShr(gang.CreateOr(divisor, gang.CreateNeg(divisor)),
                                        type->getIntegerBitWidth() - 1);
    divisor = gang.CreateOr(divisor, gang.CreateXor(isPositive, ConstantInt::get(type, 1)));
  }
  return gang.CreateBinOp(opcode, inLane0(division.getOperand(0)), divisor);
}

Value *EmittedStrides::emitOperation(const Instruction &instruction, const Stride &stride) {
  if (const auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return emitAddress(*address, stride);
  if (const auto *cast = dyn_cast<CastInst>(&instruction))
    return gang.CreateCast(cast->getOpcode(), inLane0(cast->getOperand(0)), cast->getType());
  const auto &operation = cast<BinaryOperator>(instruction);
  if (operation.isIntDivRem())
    return emitDivision(operation, isRemainder(operation) ? Instruction::URem : Instruction::UDiv);
  // Bits may overlap in an inactive lane.
  const Instruction::BinaryOps opcode =
      operation.getOpcode() == Instruction::Or ? Instruction::Add : operation.getOpcode();
  return gang.CreateBinOp(opcode, inLane0(operation.getOperand(0)),
                          inLane0(operation.getOperand(1)));
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

// Whether base + lane * step keeps the bound in the lane that is closest to it.
Value *EmittedStrides::emitBound(Value *base, std::int64_t step, Ends ends, Value *bound,
                                 bool isUpper) {
  Value *lane = isUpper == (step > 0) ? ends.last : ends.first;
  Type *type = base->getType();
  Value *distance =
      gang.CreateMul(gang.CreateZExtOrTrunc(lane, type), ConstantInt::getSigned(type, step));
  Value *closest = gang.CreateAdd(base, distance);
  return isUpper ? gang.CreateICmpSLE(closest, bound) : gang.CreateICmpSGE(closest, bound);
}

Value *EmittedStrides::emitInPeriod(const BinaryOperator &operation, std::int64_t step, Ends ends) {
  const bool isDivision = operation.isIntDivRem();
  const bool isSigned = !isDivision || isSignedDivision(operation);
  const bool isMaskFirst = !isDivision && values.isUniform(*operation.getOperand(0));
  Value *dividend = inLane0(operation.getOperand(isMaskFirst ? 1 : 0));
  Value *period = values.scalarOf(operation.getOperand(isMaskFirst ? 0 : 1));
  Type *type = period->getType(), *wide = gang.getInt64Ty();
  Constant *zero = ConstantInt::get(type, 0), *wideZero = ConstantInt::get(wide, 0);
  Value *holds = nullptr;
  const auto require = [&](Value *condition) { holds = gang.both(holds, condition); };
  if (isDivision && step != 0)
    require(emitNoWrap(dividend, step, isSigned));
  if (isDivision && isSigned)
    require(emitBound(dividend, std::min<std::int64_t>(step, 0), ends, zero, /*isUpper=*/false));
  Value *remainder =
      isDivision ? emitDivision(operation, Instruction::URem) : gang.CreateAnd(dividend, period);
  // Unsigned numbers of 32 bits keep their value in 64.
  Value *last = gang.CreateIntCast(period, wide, isSigned);
  if (isDivision)
    last = gang.CreateSub(last, ConstantInt::get(wide, 1));
  if (!isa<ConstantInt>(period)) {
    require(gang.CreateICmpSGE(last, wideZero));
    if (type == wide)
      require(gang.CreateICmpSLE(last, ConstantInt::get(wide, longestPeriod)));
  }
  if (step != 0)
    require(emitBound(gang.CreateZExt(remainder, wide), step, ends, step > 0 ? last : wideZero,
                      /*isUpper=*/step > 0));
  if (!isDivision && !isa<ConstantInt>(period))
    require(gang.CreateICmpEQ(
        gang.CreateAnd(period, gang.CreateAdd(period, ConstantInt::get(type, 1))), zero));
  return holds;
}

// Wrapping is so rare that no lane of the gang may wrap. Null: always true.
Value *EmittedStrides::emit(const StrideCondition &condition, Ends ends) {
  using Kind = StrideCondition::Kind;
  auto *value = const_cast<Value *>(condition.value);
  switch (condition.kind) {
  case Kind::NoSignedWrap:
  case Kind::NoUnsignedWrap:
    return emitNoWrap(gang.CreateTrunc(inLane0(value), gang.getIntNTy(condition.bits)),
                      condition.step, condition.kind == Kind::NoSignedWrap);
  case Kind::InPeriod:
    return emitInPeriod(*cast<BinaryOperator>(value), condition.step, ends);
  case Kind::InBounds: {
    const auto &clamp = *cast<MinMaxIntrinsic>(value);
    Value *bound = values.isUniform(*clamp.getLHS()) ? clamp.getLHS() : clamp.getRHS();
    Type *wide = gang.getInt64Ty();
    return emitBound(emit(condition.form, *wide), condition.step, ends,
                     gang.CreateIntCast(values.scalarOf(bound), wide, clamp.isSigned()),
                     ICmpInst::isLT(clamp.getPredicate()));
  }
  case Kind::IsFalse:
    return gang.CreateNot(values.scalarOf(value));
  case Kind::AsFor:
    break;
  }
  llvm_unreachable("such a condition has no code of its own");
}

Value *EmittedStrides::emitHolds(const Value &value, Ends ends) {
  Value *holds = nullptr;
  for (const StrideCondition &condition : info.strideOf(value)->conditions)
    holds = gang.both(holds, condition.kind == StrideCondition::Kind::AsFor
                                 ? emitHolds(*condition.value, ends)
                                 : emit(condition, ends));
  return holds;
}

bool EmittedStrides::hasBounds(const Value &value) const {
  using Kind = StrideCondition::Kind;
  return any_of(info.strideOf(value)->conditions, [&](const StrideCondition &condition) {
    return condition.kind == Kind::InPeriod || condition.kind == Kind::InBounds ||
           (condition.kind == Kind::AsFor && hasBounds(*condition.value));
  });
}

Value *EmittedStrides::holdsForActive(const Value &value) {
  const EmittedStride known = strides.lookup(&value);
  if (!gang.mask || !known.holds || !hasBounds(value))
    return known.holds;
  const auto number = [&](Value *lane) { return gang.CreateZExt(lane, gang.getInt64Ty()); };
  return emitHolds(value, {number(gang.firstActiveIndex()), number(gang.lastActiveIndex())});
}

void EmittedStrides::emitFor(const Value &value) {
  const Stride *stride = info.strideOf(value);
  if (!stride || stride->isRoot())
    return;
  EmittedStride result{stride->base == Stride::Base::Form
                           ? emit(stride->forms.front(), *value.getType())
                           : emitOperation(cast<Instruction>(value), *stride),
                       stride->step, nullptr};
  const Ends ends{gang.getInt64(0), gang.getInt64(gang.lanes - 1)};
  for (const StrideCondition &condition : stride->conditions)
    result.holds = gang.both(result.holds, condition.kind == StrideCondition::Kind::AsFor
                                               ? strides.lookup(condition.value).holds
                                               : emit(condition, ends));
  strides[&value] = result;
}

} // namespace weft::compiler
