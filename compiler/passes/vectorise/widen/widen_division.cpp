// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener that divides integers.
//
// Vector units divide floating-point numbers only. In the following |n| < 2^32, quotients are
// rounded towards zero, and "less" means nearer to zero. A divisor is never 0, nor -1 where the
// dividend is the most negative number (safe_division.h); those of inactive lanes become 1. But of
// 32 bits, reals give the wrapped quotient of that dividend as well, so that where divisors vary
// the care for -1 is left out.
//
// Numbers of up to 24 bits: n and d are floats, and their rounded quotient, truncated, is exact.
// The number next below an integer k that a quotient can have is k - 1/d = k (1 - 1/(n + 1)), and
// no float is rounded up over more than k / 2^25 to a power of two or less than k / 2^24 to another
// k.
//
// One divisor for all lanes: the quotient is n times v, where v is 1 / d rounded to double and made
// greater by 2^-50 of it. With the roundings of v and of the product that is too great by less than
// 2^-49 of it, and not too small, so that a whole quotient does not become less. One that is not
// whole is less than the next integer k by 1/d at least, and k < 2^32 / d + 1: by more than 2^-33
// of k, so that it does not become k.
//
// Other numbers of 32 bits take two steps in float. Let r be 1 / d made less by 2^-21 of it. Each
// conversion, the quotient and the products are off by 2^-24 at most, five together by 5 * 2^-24,
// so that the product of n and r is less than n / d, by 2^-20 of it at most. Truncated, it is a
// first quotient that is not too great, and leaves a rest of n's sign, less than |n| 2^-20 + |d|.
// The same of the rest is a second quotient: the rest over d is less than 2^12 + 1, so that what it
// lacks before it is truncated is less than 1, and the sum of both lacks 0 or 1. The last rest,
// less than 2 |d|, tells which. All rests are less than n, so that nothing overflows.
#include "compiler/passes/vectorise/widen/region_widener.h"

#include "compiler/passes/analysis/value_ranges.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool isSignedDivision(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isRemainder(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SRem || division.getOpcode() == Instruction::URem;
}

// Whether both operands are numbers of so many bits without a sign, or with one beside them.
bool fitsIn(unsigned bits, const BinaryOperator &division, bool isSigned) {
  return all_of(division.operands(), [&](const Use &operand) {
    const ConstantRange range = rangeInSmallLaunch(*operand.get());
    return isSigned ? range.getSignedMin().getSignificantBits() <= bits + 1 &&
                          range.getSignedMax().getSignificantBits() <= bits + 1
                    : range.getUnsignedMax().getActiveBits() <= bits;
  });
}

// The divisor before the care that safe_division.h takes of 0 and -1.
Value *unguardedDivisor(const BinaryOperator &division) {
  Value *divisor = nullptr;
  return match(division.getOperand(1),
               m_Select(m_SpecificICmp(ICmpInst::ICMP_ULT, m_Add(m_Value(divisor), m_One()),
                                       m_SpecificInt(2)),
                        m_One(), m_Deferred(divisor)))
             ? divisor
             : nullptr;
}

struct QuotientAndRest {
  Value *quotient;
  Value *rest;
};

// Divides vectors of integers of one type, which has 32 bits at most.
class LaneDivision {
public:
  LaneDivision(IRBuilder<> &builder, Value *dividend, bool isSigned)
      : builder(builder), dividend(dividend), type(dividend->getType()), isSigned(isSigned) {}

  QuotientAndRest bySmall(Value *divisor) {
    const Real real(*this, builder.getFloatTy());
    return withRest(real.truncated(builder.CreateFDiv(real.of(dividend), real.of(divisor))),
                    divisor);
  }

  // `divisor` is one number for all lanes.
  QuotientAndRest byUniform(Value *divisor) {
    Type *wide = builder.getDoubleTy();
    Value *real =
        isSigned ? builder.CreateSIToFP(divisor, wide) : builder.CreateUIToFP(divisor, wide);
    Value *inverse = builder.CreateFMul(builder.CreateFDiv(ConstantFP::get(wide, 1), real),
                                        ConstantFP::get(wide, 1 + 0x1p-50));
    const ElementCount lanes = cast<VectorType>(type)->getElementCount();
    const Real lanesReal(*this, wide);
    Value *quotient = lanesReal.truncated(
        builder.CreateFMul(lanesReal.of(dividend), builder.CreateVectorSplat(lanes, inverse)));
    return withRest(quotient, builder.CreateVectorSplat(lanes, divisor));
  }

  QuotientAndRest by(Value *divisor) {
    const Real real(*this, builder.getFloatTy());
    Value *one = ConstantFP::get(real.type, 1);
    Value *inverse = builder.CreateFMul(builder.CreateFDiv(one, real.of(divisor)),
                                        ConstantFP::get(real.type, 1 - 0x1p-21));
    const QuotientAndRest first =
        withRest(real.truncated(builder.CreateFMul(real.of(dividend), inverse)), divisor);
    Value *second = builder.CreateFPToSI(builder.CreateFMul(real.of(first.rest), inverse), type);
    Value *quotient = builder.CreateAdd(first.quotient, second);
    Value *rest = builder.CreateSub(first.rest, builder.CreateMul(second, divisor));
    Value *isOver = builder.CreateICmpUGE(magnitude(rest), magnitude(divisor));
    Value *zero = Constant::getNullValue(type), *step = ConstantInt::get(type, 1);
    if (isSigned) {
      step = builder.CreateOr(signOf(builder.CreateXor(dividend, divisor)), step);
      Value *sign = signOf(dividend);
      divisor = builder.CreateSub(builder.CreateXor(magnitude(divisor), sign), sign);
    }
    return {builder.CreateAdd(quotient, builder.CreateSelect(isOver, step, zero)),
            builder.CreateSub(rest, builder.CreateSelect(isOver, divisor, zero))};
  }

private:
  // Conversions to vectors of a floating-point type and back.
  struct Real {
    Real(const LaneDivision &division, Type *element)
        : builder(division.builder), integer(division.type),
          type(division.type->getWithNewType(element)), isSigned(division.isSigned) {}
    Value *of(Value *value) const {
      return isSigned ? builder.CreateSIToFP(value, type) : builder.CreateUIToFP(value, type);
    }
    Value *truncated(Value *value) const {
      return isSigned ? builder.CreateFPToSI(value, integer) : builder.CreateFPToUI(value, integer);
    }
    IRBuilder<> &builder;
    Type *integer;
    Type *type;
    bool isSigned;
  };

  QuotientAndRest withRest(Value *quotient, Value *divisor) {
    return {quotient, builder.CreateSub(dividend, builder.CreateMul(quotient, divisor))};
  }
  Value *magnitude(Value *value) {
    return isSigned ? builder.CreateBinaryIntrinsic(Intrinsic::abs, value, builder.getFalse())
                    : value;
  }
  Value *signOf(Value *value) { return builder.CreateAShr(value, type->getScalarSizeInBits() - 1); }

  IRBuilder<> &builder;
  Value *dividend;
  Type *type;
  bool isSigned;
};

} // namespace

bool RegionWidener::dividesAsReals(const BinaryOperator &division) {
  return division.getType()->getIntegerBitWidth() <= 32 || fitsIn(32, division, /*isSigned=*/false);
}

// Whether the division of lanes gives by itself what all users take care of.
bool RegionWidener::needsNoGuard(const BinaryOperator &division) const {
  Value *divisor = isSignedDivision(division) ? unguardedDivisor(division) : nullptr;
  return divisor && varies(divisor) && division.getType()->isIntegerTy(32) &&
         (isRemainder(division) || all_of(division.users(), [&](const User *user) {
            return guardedQuotient(*user) == &division;
          }));
}

// The quotient of which the value is the negated dividend where the divisor is -1.
BinaryOperator *RegionWidener::guardedQuotient(const Value &value) {
  Value *divisor = nullptr, *dividend = nullptr, *quotient = nullptr;
  if (!match(&value, m_Select(m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(divisor), m_AllOnes()),
                              m_Neg(m_Value(dividend)), m_Value(quotient))))
    return nullptr;
  auto *division = dyn_cast<BinaryOperator>(quotient);
  return division && division->getOpcode() == Instruction::SDiv &&
                 division->getOperand(0) == dividend && unguardedDivisor(*division) == divisor
             ? division
             : nullptr;
}

Value *RegionWidener::widenDivision(BinaryOperator &division) {
  const unsigned width = division.getType()->getIntegerBitWidth();
  const bool narrows = width == 64 && fitsIn(32, division, /*isSigned=*/false);
  const bool isSigned = isSignedDivision(division) && !narrows;
  const bool isSmall = width < 32 || fitsIn(24, division, isSigned);
  const bool isUniform = !varies(division.getOperand(1));
  Value *first = vectorOf(division.getOperand(0));
  Type *type = first->getType();
  Value *second;
  if (needsNoGuard(division)) {
    second = vectorOf(unguardedDivisor(division));
    second = builder.CreateSelect(builder.CreateIsNull(second), ConstantInt::get(type, 1), second);
  } else {
    second = vectorOf(division.getOperand(1));
  }
  if (isa<Constant>(division.getOperand(1)))
    return builder.CreateBinOp(division.getOpcode(), first, second, division.getName());
  if (mask)
    second = builder.CreateSelect(mask, second, ConstantInt::get(type, 1));
  if (!dividesAsReals(division))
    return builder.CreateBinOp(division.getOpcode(), first, second, division.getName());
  const auto narrowed = [&](Value *value) {
    Type *word = builder.getInt32Ty();
    return narrows ? builder.CreateTrunc(value, value->getType()->getWithNewType(word)) : value;
  };
  LaneDivision lanesDivision(builder, narrowed(first), isSigned);
  const QuotientAndRest answer =
      isUniform && !isSmall ? lanesDivision.byUniform(narrowed(scalarOf(division.getOperand(1))))
      : isSmall             ? lanesDivision.bySmall(narrowed(second))
                            : lanesDivision.by(narrowed(second));
  return builder.CreateZExt(isRemainder(division) ? answer.rest : answer.quotient, type);
}

} // namespace weft::compiler
