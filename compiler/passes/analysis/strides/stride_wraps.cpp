// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strides of what wraps by intent: x & (2^k - 1), x % n and x / n.
//
// Programs take rows and columns from one id by a division, and places in rings by a remainder or a
// mask. Lanes of a gang mostly lie in one row. There x % n and the mask step as x does, and x / n
// is the same for all lanes. So their strides have conditions: no lane wraps, is negative, or
// reaches the period that lane 0 is not in; a mask that is no constant has the form 2^k - 1.
#include "compiler/passes/analysis/strides/stride_finder.h"
#include "compiler/passes/support/integer_divisions.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Gangs have so many lanes at most, and lanes of one with shorter periods always wrap.
constexpr std::int64_t mostLanes = 64;
/// Sums of a period and the steps of a gang do not overflow below it.
constexpr std::uint64_t longestPeriod = std::uint64_t{1} << 62;

} // namespace

bool StrideFinder::wrapsByIntent(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::And || instruction.isIntDivRem() ||
         isa<SelectInst>(instruction);
}

// `first` + lane * `step` is at most, or at least, the bound.
void StrideFinder::addBound(Shape &shape, Expression first, std::int64_t step, std::uint64_t bound,
                            bool isUpper) {
  shape.conditions.push_back(
      {isUpper ? StrideCondition::Kind::AtMost : StrideCondition::Kind::AtLeast, first, step,
       constant(first->type, bound), nullptr});
}

// No lane leaves the period in which lane 0 has the place `rest`; `last` is the last place of each
// period. False where the period is known to be too short or too long, and where the lanes span so
// much of the type that their conditions could overflow.
bool StrideFinder::addPeriod(Shape &shape, Expression rest, const Value &period, Expression last) {
  const unsigned width = period.getType()->getIntegerBitWidth();
  if (std::abs(shape.step) > (std::int64_t{1} << (width - 8)))
    return false;
  if (const auto *known = dyn_cast<ConstantInt>(&period))
    if (known->getValue().slt(mostLanes / 2 * std::abs(shape.step)) ||
        known->getValue().ugt(longestPeriod))
      return false;
  Type *wide = Type::getInt64Ty(function.getContext());
  Expression place = resized(rest, wide, /*isSigned=*/false);
  last = resized(last, wide, /*isSigned=*/true);
  if (!last->asConstant()) {
    addBound(shape, last, 0, 0, /*isUpper=*/false);
    if (period.getType() == wide)
      addBound(shape, last, 0, longestPeriod, /*isUpper=*/true);
  }
  if (shape.step > 0)
    shape.conditions.push_back({StrideCondition::Kind::AtMost, place, shape.step, last, nullptr});
  else if (shape.step < 0)
    addBound(shape, place, shape.step, 0, /*isUpper=*/false);
  return true;
}

StrideFinder::MaybeShape StrideFinder::shapeOfRing(const Value &value, const Value &mask) {
  MaybeShape shape = info.isUniform(mask) ? affineOf(value) : std::nullopt;
  const auto *known = dyn_cast<ConstantInt>(&mask);
  if (!shape || (known && !known->getValue().isMask()))
    return std::nullopt;
  Expression last = valueOf(mask);
  shape->base = binary(Instruction::And, shape->base, last);
  if (!addPeriod(*shape, shape->base, mask, last))
    return std::nullopt;
  if (known)
    return shape;
  Expression overlap =
      binary(Instruction::And, last, binary(Instruction::Add, last, constant(mask.getType(), 1)));
  addBound(*shape, overlap, 0, 0, /*isUpper=*/false);
  addBound(*shape, overlap, 0, 0, /*isUpper=*/true);
  return shape;
}

StrideFinder::MaybeShape StrideFinder::shapeOfMask(const Instruction &mask) {
  const Value &left = *mask.getOperand(0), &right = *mask.getOperand(1);
  // InstCombine's form of a zero extension of a truncated value; of 31 bits, if it knew the sign.
  const auto *bits = dyn_cast<ConstantInt>(&right);
  if (bits && bits->getValue().isMask() && !bits->getValue().isAllOnes()) {
    const unsigned width = bits->getValue().countr_one();
    if (width == 16 || width == 31 || width == 32)
      return shapeOfExtension(mask, Type::getIntNTy(function.getContext(), width), left,
                              /*isSigned=*/false);
  }
  if (mask.getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  return info.isUniform(left) ? shapeOfRing(right, left) : shapeOfRing(left, right);
}

// Lane 0 may be inactive, so its division is one that cannot trap: without signs, as nothing is
// negative where the stride holds, and by 1 in place of 0.
StrideFinder::MaybeShape StrideFinder::shapeOfDivision(const BinaryOperator &division) {
  const Value &divisor = *division.getOperand(1);
  Type *type = division.getType();
  const unsigned width = type->getIntegerBitWidth();
  MaybeShape shape = width >= 32 && info.isUniform(divisor) && !division.hasMetadata(apartMetadata)
                         ? affineOf(*division.getOperand(0))
                         : std::nullopt;
  if (!shape)
    return std::nullopt;
  const bool isSigned = isSignedDivision(division);
  Expression dividend = shape->base, period = valueOf(divisor), safe = period;
  if (!isa<ConstantInt>(divisor)) {
    Expression negative = binary(Instruction::Sub, constant(type, 0), period);
    Expression isPositive = binary(Instruction::LShr, binary(Instruction::Or, period, negative),
                                   constant(type, width - 1));
    safe = binary(Instruction::Or, period, binary(Instruction::Xor, isPositive, constant(type, 1)));
  }
  addNoWrap(*shape, dividend, shape->step, isSigned);
  // What lane 0 has is divided as a number without sign, also where lane 0 is inactive.
  if (isSigned)
    addBound(*shape, dividend, std::min<std::int64_t>(shape->step, 0), 0, /*isUpper=*/false);
  Expression rest = binary(Instruction::URem, dividend, safe);
  // Numbers without sign of 32 bits keep their value in 64.
  Expression last =
      binary(Instruction::Sub, resized(period, Type::getInt64Ty(function.getContext()), isSigned),
             constant(Type::getInt64Ty(function.getContext()), 1));
  if (!addPeriod(*shape, rest, divisor, last))
    return std::nullopt;
  shape->base = isRemainder(division) ? rest : binary(Instruction::UDiv, dividend, safe);
  if (!isRemainder(division))
    shape->step = 0;
  return shape;
}

// What is made of a division by a number that all lanes share, beside what stands there for a
// divisor of 0 or -1 (safe_division.h): for other divisors, which the condition tells.
StrideFinder::MaybeShape StrideFinder::shapeOfGuardedDivision(const SelectInst &guard) {
  const Value &isUnsafe = *guard.getCondition();
  const Stride *known = info.strideOf(*guard.getFalseValue());
  if (!known || known->conditions.empty() || !info.isUniform(isUnsafe) ||
      !match(&isUnsafe,
             m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(), m_CombineOr(m_Zero(), m_AllOnes()))))
    return std::nullopt;
  MaybeShape shape = affineOf(*guard.getFalseValue());
  if (!shape)
    return std::nullopt;
  Type *number = Type::getInt64Ty(function.getContext());
  addBound(*shape, castTo(Instruction::ZExt, valueOf(isUnsafe), number), 0, 0, /*isUpper=*/true);
  return shape;
}

} // namespace weft::compiler
