// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/widen_division.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/integer_divisions.h"

#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Whether both operands are unsigned numbers of this many bits, or signed ones with an additional
// sign bit.
bool fitsIn(unsigned bits, const BinaryOperator &division, bool isSigned) {
  return all_of(division.operands(), [&](const Use &operand) {
    const ConstantRange range = rangeInSmallLaunch(*operand.get());
    return isSigned ? range.getSignedMin().getSignificantBits() <= bits + 1 &&
                          range.getSignedMax().getSignificantBits() <= bits + 1
                    : range.getUnsignedMax().getActiveBits() <= bits;
  });
}

// The quotient whose -1 guard the value is: the negated dividend if the divisor is -1.
BinaryOperator *guardedQuotient(const Value &value) {
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

struct QuotientAndRemainder {
  Value *quotient;
  Value *remainder;
};

// Divides vectors of integers of one type, which has 32 bits at most.
class LaneDivision {
public:
  LaneDivision(IRBuilder<> &builder, Value *dividend, bool isSigned)
      : builder(builder), dividend(dividend), type(dividend->getType()), isSigned(isSigned) {}

  QuotientAndRemainder bySmall(Value *divisor) {
    const Real real(*this, builder.getFloatTy());
    Value *numerator = real.of(dividend);
    return withRemainder(real.truncated(builder.CreateFDiv(numerator, real.of(divisor))), divisor);
  }

  // `divisor` is one number for all lanes.
  QuotientAndRemainder byUniform(Value *divisor) {
    Type *wide = builder.getDoubleTy();
    Value *real =
        isSigned ? builder.CreateSIToFP(divisor, wide) : builder.CreateUIToFP(divisor, wide);
    Value *inverse = builder.CreateFMul(builder.CreateFDiv(ConstantFP::get(wide, 1), real),
                                        ConstantFP::get(wide, 1 + 0x1p-50));
    const ElementCount lanes = cast<VectorType>(type)->getElementCount();
    const Real lanesReal(*this, wide);
    Value *numerator = lanesReal.of(dividend);
    Value *quotient = lanesReal.truncated(
        builder.CreateFMul(numerator, builder.CreateVectorSplat(lanes, inverse)));
    return withRemainder(quotient, builder.CreateVectorSplat(lanes, divisor));
  }

  // `cutsLongs`: whether a signed quotient may overflow, and is truncated.
  QuotientAndRemainder inDouble(Value *divisor, bool cutsLongs) {
    const Real real(*this, builder.getDoubleTy());
    Value *quotient = builder.CreateFDiv(real.of(dividend), real.of(divisor));
    return withRemainder(
        isSigned && cutsLongs ? real.truncatedAndCut(quotient) : real.truncated(quotient), divisor);
  }

  QuotientAndRemainder inFloat(Value *divisor) {
    const Real real(*this, builder.getFloatTy());
    Value *one = ConstantFP::get(real.type, 1);
    Value *inverse = builder.CreateFMul(builder.CreateFDiv(one, real.of(divisor)),
                                        ConstantFP::get(real.type, 1 - 0x1p-21));
    const QuotientAndRemainder first =
        withRemainder(real.truncated(builder.CreateFMul(real.of(dividend), inverse)), divisor);
    Value *second =
        builder.CreateFPToSI(builder.CreateFMul(real.of(first.remainder), inverse), type);
    Value *quotient = builder.CreateAdd(first.quotient, second);
    Value *remainder = builder.CreateSub(first.remainder, builder.CreateMul(second, divisor));
    Value *size = magnitude(remainder);
    Value *isOver = builder.CreateICmpUGE(size, magnitude(divisor));
    Value *zero = Constant::getNullValue(type), *step = ConstantInt::get(type, 1);
    if (isSigned) {
      step = builder.CreateOr(signOf(builder.CreateXor(dividend, divisor)), step);
      Value *sign = signOf(dividend);
      divisor = builder.CreateSub(builder.CreateXor(magnitude(divisor), sign), sign);
    }
    return {builder.CreateAdd(quotient, builder.CreateSelect(isOver, step, zero)),
            builder.CreateSub(remainder, builder.CreateSelect(isOver, divisor, zero))};
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
    // For numbers that may not fit in the integers.
    Value *truncatedAndCut(Value *value) const {
      return builder.CreateTrunc(
          builder.CreateFPToSI(value, integer->getWithNewType(builder.getInt64Ty())), integer);
    }
    IRBuilder<> &builder;
    Type *integer;
    Type *type;
    bool isSigned;
  };

  QuotientAndRemainder withRemainder(Value *quotient, Value *divisor) {
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

bool dividesInFloatingPoint(const BinaryOperator &division) {
  return division.getType()->getIntegerBitWidth() <= 32 || fitsIn(32, division, /*isSigned=*/false);
}

bool isByInvariantLong(const BinaryOperator &division, bool hasUniformDivisor) {
  return hasUniformDivisor && !isa<Constant>(division.getOperand(1)) &&
         division.getType()->isIntegerTy(64) && !dividesInFloatingPoint(division);
}

// Whether the division of lanes gives the same results as the guard for all users.
bool DivisionWidener::needsNoGuard(const BinaryOperator &division) const {
  if (costs.dividesInDouble() && !costs.convertsToLongs())
    return false;
  Value *divisor = isSignedDivision(division) ? unguardedDivisor(division) : nullptr;
  return divisor && !values.isUniform(*divisor) && division.getType()->isIntegerTy(32) &&
         (isRemainder(division) || all_of(division.users(), [&](const User *user) {
            return guardedQuotient(*user) == &division;
          }));
}

BinaryOperator *DivisionWidener::quotientWithoutGuard(const Value &value) const {
  BinaryOperator *quotient = guardedQuotient(value);
  return quotient && needsNoGuard(*quotient) ? quotient : nullptr;
}

// One divisor for all lanes, which is not 0, nor -1 if it is signed. Where no lane divides, it may
// be any number.
Value *DivisionWidener::uniformDivisorOf(BinaryOperator &division) {
  Value *divisor = values.scalarOf(division.getOperand(1));
  if (!gang.mask || unguardedDivisor(division))
    return gang.CreateVectorSplat(gang.lanes, divisor);
  Value *one = ConstantInt::get(divisor->getType(), 1);
  Value *known = gang.CreateFreeze(divisor);
  Value *unsafe =
      isSignedDivision(division)
          ? gang.CreateICmpULT(gang.CreateAdd(known, one), ConstantInt::get(divisor->getType(), 2))
          : gang.CreateIsNull(known);
  return gang.CreateVectorSplat(gang.lanes, gang.CreateSelect(unsafe, one, known));
}

// The divisor of active lanes, which is not 0.
Value *DivisionWidener::divisorOf(BinaryOperator &division) {
  if (!needsNoGuard(division))
    return values.vectorOf(division.getOperand(1));
  Value *divisor = values.vectorOf(unguardedDivisor(division));
  return gang.CreateSelect(gang.CreateIsNull(divisor), ConstantInt::get(divisor->getType(), 1),
                           divisor);
}

Value *DivisionWidener::widen(BinaryOperator &division) {
  const unsigned width = division.getType()->getIntegerBitWidth();
  const bool narrows = width == 64 && fitsIn(32, division, /*isSigned=*/false);
  const bool isSigned = isSignedDivision(division) && !narrows;
  const bool isSmall = width < 32 || fitsIn(24, division, isSigned);
  Value *divisor = division.getOperand(1);
  Value *first = values.vectorOf(division.getOperand(0));
  Type *type = first->getType();
  if (isByInvariantLong(division, values.isUniform(*divisor)))
    return gang.CreateBinOp(division.getOpcode(), first, uniformDivisorOf(division),
                            division.getName());
  Value *second = divisorOf(division);
  if (gang.mask && !isa<Constant>(divisor))
    second = gang.CreateSelect(gang.mask, second, ConstantInt::get(type, 1));
  if (isa<Constant>(divisor) || !dividesInFloatingPoint(division))
    return gang.CreateBinOp(division.getOpcode(), first, second, division.getName());
  const auto narrowed = [&](Value *value) {
    Type *word = gang.getInt32Ty();
    return narrows ? gang.CreateTrunc(value, value->getType()->getWithNewType(word)) : value;
  };
  LaneDivision lanesDivision(gang, narrowed(first), isSigned);
  const QuotientAndRemainder answer =
      values.isUniform(*divisor) && !isSmall
          ? lanesDivision.byUniform(narrowed(values.scalarOf(divisor)))
      : isSmall                 ? lanesDivision.bySmall(narrowed(second))
      : costs.dividesInDouble() ? lanesDivision.inDouble(narrowed(second), costs.convertsToLongs())
                                : lanesDivision.inFloat(narrowed(second));
  return gang.CreateZExt(isRemainder(division) ? answer.remainder : answer.quotient, type);
}

} // namespace weft::compiler
