// The part of RegionWidener that divides integers.
//
// Vector units divide floating-point numbers only, and the quotient of two integers, rounded and
// then truncated, is exact if the format has at least as many bits as both of them together would
// need to tell a quotient from the next integer: double for 32 bits, float for 16 and 8. Divisors
// of inactive lanes become 1, so that nothing traps.
#include "compiler/passes/region_widener.h"

#include "compiler/passes/value_ranges.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool isSignedDivision(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isRemainder(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SRem || division.getOpcode() == Instruction::URem;
}

// Whether both operands are numbers of 32 bits without a sign.
bool fitsInWord(const BinaryOperator &division) {
  return all_of(division.operands(), [](const Use &operand) {
    return rangeInSmallLaunch(*operand.get()).getUnsignedMax().getActiveBits() <= 32;
  });
}

} // namespace

bool RegionWidener::dividesAsReals(const BinaryOperator &division) {
  return division.getType()->getIntegerBitWidth() <= 32 || fitsInWord(division);
}

Value *RegionWidener::widenDivision(BinaryOperator &division) {
  Value *first = vectorOf(division.getOperand(0));
  Value *second = vectorOf(division.getOperand(1));
  if (mask && !isa<Constant>(division.getOperand(1))) {
    second = builder.CreateSelect(mask, second, ConstantInt::get(second->getType(), 1));
    first = builder.CreateSelect(mask, first, Constant::getNullValue(first->getType()));
  }
  const unsigned width = division.getType()->getIntegerBitWidth();
  const bool narrows = width == 64 && fitsInWord(division);
  if (isa<Constant>(division.getOperand(1)) || !dividesAsReals(division))
    return builder.CreateBinOp(division.getOpcode(), first, second, division.getName());
  Type *type = first->getType();
  if (narrows) {
    Type *word = wideType(builder.getInt32Ty());
    first = builder.CreateTrunc(first, word);
    second = builder.CreateTrunc(second, word);
  }
  const bool isSigned = isSignedDivision(division) && !narrows;
  Type *real = wideType(width >= 32 ? builder.getDoubleTy() : builder.getFloatTy());
  const auto toReal = [&](Value *value) {
    return isSigned ? builder.CreateSIToFP(value, real) : builder.CreateUIToFP(value, real);
  };
  Value *ratio = builder.CreateFDiv(toReal(first), toReal(second));
  Value *quotient = isSigned ? builder.CreateFPToSI(ratio, first->getType())
                             : builder.CreateFPToUI(ratio, first->getType());
  Value *answer = isRemainder(division)
                      ? builder.CreateSub(first, builder.CreateMul(quotient, second))
                      : quotient;
  return builder.CreateZExt(answer, type);
}

} // namespace weft::compiler
