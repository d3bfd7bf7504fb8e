// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strides of what may wrap: extensions of narrow integers, and by intent x & (2^k - 1), x % n and
// x / n.
//
// Programs take rows and columns from one id by a division, and places in rings by a remainder or a
// mask. Lanes of a gang mostly lie in one row. There x % n and the mask step as x does, and x / n
// is the same for all lanes. So their strides have conditions: no lane wraps, is negative, or
// reaches the period that lane 0 is not in; a mask that is no constant has the form 2^k - 1.
#include "compiler/passes/analysis/affine/extensions.h"
#include "compiler/passes/analysis/strides/stride_finder.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/limits.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

using Kind = StrideCondition::Kind;

namespace {

/// Gangs have so many lanes at most, and lanes of one with shorter periods always wrap.
constexpr std::int64_t mostLanes = 64;

/// The span of all lanes is to fit in a type of this width, with room for conditions.
bool spansLittle(std::int64_t step, unsigned width) {
  return std::abs(step) <= std::int64_t{1} << (width - 8);
}

void addNoWrap(Stride &stride, const Value &value, unsigned bits, bool isSigned) {
  if (stride.step != 0)
    stride.conditions.push_back(
        {isSigned ? Kind::NoSignedWrap : Kind::NoUnsignedWrap, &value, stride.step, bits});
}

/// Whether gangs may lie in one period of the division or mask.
bool mayLieInPeriod(std::int64_t step, const Value &period) {
  const auto *known = dyn_cast<ConstantInt>(&period);
  return spansLittle(step, period.getType()->getIntegerBitWidth()) &&
         !(known && (known->getValue().slt(mostLanes / 2 * std::abs(step)) ||
                     known->getValue().ugt(longestPeriod)));
}

} // namespace

StrideFinder::MaybeStride StrideFinder::extended(const Value &value, bool isSigned,
                                                 unsigned depth) {
  AffineForm form = extensions.of(const_cast<Value &>(value), isSigned);
  Stride stride(Stride::Base::Form);
  AffineForm base;
  base.constant = form.constant;
  for (const AffineForm::Term &term : form.terms) {
    const auto part = ofTerm(*term.value, term.isSigned, depth);
    std::int64_t step = 0;
    if (!part || !base.add(part->forms.front(), term.factor) ||
        MulOverflow(part->step, term.factor, step) || AddOverflow(stride.step, step, stride.step))
      return std::nullopt;
    stride.conditions.append(part->conditions);
  }
  stride.forms.push_back(std::move(base));
  return stride;
}

// The conditions of a value that wraps by intent keep it from being negative in all lanes, but the
// result of a division without signs may look so.
StrideFinder::MaybeStride StrideFinder::ofTerm(const Value &value, bool isSigned, unsigned depth) {
  const bool isUniform = info.isUniform(value);
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (const auto *clamp = dyn_cast<MinMaxIntrinsic>(&value);
      clamp && !isUniform && !value.getType()->isIntegerTy(64))
    return clamp->isSigned() == isSigned || rangeInSmallLaunch(value).isAllNonNegative()
               ? ofClamp(*clamp, depth)
               : std::nullopt;
  const bool isWhole = isUniform || value.getType()->isIntegerTy(64);
  if (!isWhole && !(instruction && (instruction->getOpcode() == Instruction::And ||
                                    instruction->isIntDivRem() || isa<SelectInst>(instruction))))
    return std::nullopt;
  MaybeStride stride = sameAs(value);
  if (stride && isWhole) {
    stride->forms.front().terms.front().isSigned = isSigned;
  } else if (stride) {
    const bool mayLookNegative = instruction->getOpcode() == Instruction::UDiv ||
                                 instruction->getOpcode() == Instruction::URem;
    const bool extendsSign = isSigned && mayLookNegative;
    if (extendsSign)
      addNoWrap(*stride, value, value.getType()->getIntegerBitWidth(), /*isSigned=*/true);
    stride->forms.front().terms.front().isSigned = extendsSign;
  }
  return stride;
}

// A value with a uniform bound, in 64 bits: the stride holds where the bound changes no lane.
StrideFinder::MaybeStride StrideFinder::ofClamp(const MinMaxIntrinsic &clamp, unsigned depth) {
  if (depth > limits::valueDepth)
    return std::nullopt;
  for (const unsigned side : {0u, 1u}) {
    if (!info.isUniform(*clamp.getOperand(1 - side)))
      continue;
    MaybeStride stride = extended(*clamp.getOperand(side), clamp.isSigned(), depth + 1);
    if (stride)
      stride->conditions.push_back(
          {Kind::InBounds, &clamp, stride->step, /*bits=*/0, stride->forms.front()});
    return stride;
  }
  return std::nullopt;
}

StrideFinder::MaybeStride StrideFinder::ofExtension(const Instruction &instruction,
                                                    const Value &operand, unsigned bits,
                                                    bool isSigned) {
  const auto *positive = dyn_cast<PossiblyNonNegInst>(&instruction);
  const unsigned width = operand.getType()->getIntegerBitWidth();
  const bool isPlain = width == bits && instruction.getType()->isIntegerTy(64);
  MaybeStride exact = isPlain ? extended(operand, isSigned) : std::nullopt;
  if (!exact && isPlain && positive && positive->hasNonNeg())
    exact = extended(operand, /*isSigned=*/true);
  if (exact)
    return exact;
  if (bits < width && fitsInLowBits(rangeInSmallLaunch(operand), bits, isSigned))
    return sameAs(operand);
  MaybeStride stride = ofOperand(operand);
  if (!stride || bits < 16)
    return std::nullopt;
  stride->step = SignExtend64(static_cast<std::uint64_t>(stride->step), bits);
  if (!spansLittle(stride->step, bits))
    return std::nullopt;
  addNoWrap(*stride, operand, bits, isSigned);
  return stride;
}

StrideFinder::MaybeStride StrideFinder::ofShiftRight(const BinaryOperator &shift) {
  constexpr unsigned width = 64;
  const auto *amount = dyn_cast<ConstantInt>(shift.getOperand(1));
  const bool isSigned = shift.getOpcode() == Instruction::AShr;
  if (!amount || !shift.getType()->isIntegerTy(width) || amount->getValue().uge(width))
    return std::nullopt;
  const auto extension = Extension::of(shift);
  // InstCombine's form of a sign extension of a truncated value.
  if (extension && extension->bits == 32 && extension->shift == 0)
    return ofExtension(shift, *extension->operand, extension->bits, isSigned);
  // Nor does one that is multiplied keep its own instruction.
  if (extension && extension->keepsOperand())
    return sameAs(*extension->operand, extension->shift);
  MaybeStride stride = ofOperand(*shift.getOperand(0));
  const std::int64_t divisor = std::int64_t{1} << amount->getZExtValue();
  if (!stride || divisor <= 0 || stride->step % divisor != 0 || !spansLittle(stride->step, width))
    return std::nullopt;
  addNoWrap(*stride, *shift.getOperand(0), width, isSigned);
  stride->step /= divisor;
  return stride;
}

StrideFinder::MaybeStride StrideFinder::ofRing(const Instruction &ring, const Value &value,
                                               const Value &mask) const {
  MaybeStride stride = info.isUniform(mask) ? ofOperand(value) : std::nullopt;
  const auto *known = dyn_cast<ConstantInt>(&mask);
  if (!stride || (known && !known->getValue().isMask()) || !mayLieInPeriod(stride->step, mask) ||
      ring.hasMetadata(apartMetadata))
    return std::nullopt;
  stride->conditions.push_back({Kind::InPeriod, &ring, stride->step});
  return stride;
}

StrideFinder::MaybeStride StrideFinder::ofMask(const Instruction &mask) {
  const Value &left = *mask.getOperand(0), &right = *mask.getOperand(1);
  // InstCombine's form of a zero extension of a truncated value; of 31 bits, if it knew the sign.
  const auto *number = dyn_cast<ConstantInt>(&right);
  if (number && number->getValue().isMask() && !number->getValue().isAllOnes()) {
    const unsigned bits = number->getValue().countr_one();
    if (bits == 16 || bits == 31 || bits == 32)
      return ofExtension(mask, left, bits, /*isSigned=*/false);
  }
  if (mask.getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  return info.isUniform(left) ? ofRing(mask, right, left) : ofRing(mask, left, right);
}

StrideFinder::MaybeStride StrideFinder::ofDivision(const BinaryOperator &division) const {
  const Value &divisor = *division.getOperand(1);
  if (division.getType()->getIntegerBitWidth() < 32 || !info.isUniform(divisor) ||
      division.hasMetadata(apartMetadata))
    return std::nullopt;
  MaybeStride stride = ofOperand(*division.getOperand(0));
  if (!stride || !mayLieInPeriod(stride->step, divisor))
    return std::nullopt;
  stride->conditions.push_back({Kind::InPeriod, &division, stride->step});
  if (!isRemainder(division))
    stride->step = 0;
  return stride;
}

// What is made of a division by a number that all lanes share, beside what stands there for a
// divisor of 0 or -1 (safe_division.h): for other divisors, which the condition tells.
StrideFinder::MaybeStride StrideFinder::ofGuardedDivision(const SelectInst &guard) const {
  const Value &isUnsafe = *guard.getCondition();
  const Stride *known = info.strideOf(*guard.getFalseValue());
  if (!known || known->conditions.empty() || !info.isUniform(isUnsafe) ||
      !match(&isUnsafe,
             m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(), m_CombineOr(m_Zero(), m_AllOnes()))))
    return std::nullopt;
  MaybeStride stride = sameAs(*guard.getFalseValue());
  if (stride)
    stride->conditions.push_back({Kind::IsFalse, &isUnsafe});
  return stride;
}

} // namespace weft::compiler
