// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/wide_products.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/DivisionByConstantInfo.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(highHalvesExpanded, "High halves of products of vectors");
ALWAYS_ENABLED_STATISTIC(divisionsExpanded, "64-bit divisions of vectors by constants");

namespace {

constexpr unsigned width = 64, half = 32;

bool isVectorOfLongs(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(width);
}

// Emits arithmetic of vectors of 64-bit integers.
class LongVectors {
public:
  explicit LongVectors(Instruction &place) : builder(&place) {}

  Value *highHalf(Value *x, Value *y) {
    Value *xl = lowOf(x), *xh = highOf(x), *yl = lowOf(y), *yh = highOf(y);
    Value *cross = add(builder.CreateMul(xh, yl), highOf(builder.CreateMul(xl, yl)));
    Value *middle = add(builder.CreateMul(xl, yh), lowOf(cross));
    return add(add(builder.CreateMul(xh, yh), highOf(cross)), highOf(middle));
  }

  Value *signedHighHalf(Value *x, Value *y) {
    return builder.CreateSub(builder.CreateSub(highHalf(x, y), builder.CreateAnd(signsOf(x), y)),
                             builder.CreateAnd(signsOf(y), x));
  }

  // `divisor` is neither 0 nor a power of two.
  Value *quotient(Value *dividend, const APInt &divisor) {
    const auto numbers = UnsignedDivisionByConstantInfo::get(divisor);
    Type *type = dividend->getType();
    Value *shifted = builder.CreateLShr(dividend, numbers.PreShift);
    Value *high = highHalf(shifted, ConstantInt::get(type, numbers.Magic));
    if (numbers.IsAdd)
      high = add(builder.CreateLShr(builder.CreateSub(dividend, high), 1), high);
    return builder.CreateLShr(high, numbers.PostShift);
  }

  // `divisor` is none of 0, 1 and -1, and no power of two.
  Value *signedQuotient(Value *dividend, const APInt &divisor) {
    const auto numbers = SignedDivisionByConstantInfo::get(divisor);
    Value *high = signedHighHalf(dividend, ConstantInt::get(dividend->getType(), numbers.Magic));
    if (divisor.isStrictlyPositive() && numbers.Magic.isNegative())
      high = add(high, dividend);
    else if (divisor.isNegative() && numbers.Magic.isStrictlyPositive())
      high = builder.CreateSub(high, dividend);
    high = builder.CreateAShr(high, numbers.ShiftAmount);
    return add(high, builder.CreateLShr(high, width - 1));
  }

  Value *remainder(Value *dividend, Value *quotient, Value *divisor) {
    return builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
  }

  Value *shifted(Value *value, std::uint64_t amount) { return builder.CreateLShr(value, amount); }

private:
  Value *add(Value *x, Value *y) { return builder.CreateAdd(x, y); }
  Value *lowOf(Value *x) { return builder.CreateAnd(x, APInt::getLowBitsSet(width, half)); }
  Value *highOf(Value *x) { return builder.CreateLShr(x, half); }
  Value *signsOf(Value *x) { return builder.CreateAShr(x, width - 1); }

  IRBuilder<> builder;
};

// A factor of a 128-bit product as 64 bits, if it is extended from them.
Value *factorOf(Value *factor, bool isSigned, Type *type) {
  Value *narrow;
  if (isSigned ? match(factor, m_SExt(m_Value(narrow))) : match(factor, m_ZExt(m_Value(narrow))))
    return narrow->getType() == type ? narrow : nullptr;
  const APInt *constant;
  if (match(factor, m_APInt(constant)) &&
      (isSigned ? constant->isSignedIntN(width) : constant->isIntN(width)))
    return ConstantInt::get(type, constant->trunc(width));
  return nullptr;
}

// What the instruction makes of a 128-bit product's upper half, or null.
Value *expandHighHalf(Instruction &instruction) {
  Value *x, *y;
  const APInt *amount;
  if (!isVectorOfLongs(instruction.getType()) ||
      !match(&instruction, m_Trunc(m_Shr(m_Mul(m_Value(x), m_Value(y)), m_APInt(amount)))) ||
      x->getType()->getScalarSizeInBits() != 2 * width || amount->ult(width) ||
      amount->uge(2 * width))
    return nullptr;
  for (const bool isSigned : {false, true}) {
    Value *first = factorOf(x, isSigned, instruction.getType());
    Value *second = factorOf(y, isSigned, instruction.getType());
    // Bits above a signed product's are not those of a shift that fills in zeros.
    if (!first || !second || (isSigned && *amount != width))
      continue;
    const auto *shift = cast<Instruction>(instruction.getOperand(0));
    if (!isSigned && shift->getOpcode() == Instruction::AShr && *amount != width)
      continue;
    LongVectors vectors(instruction);
    Value *high =
        isSigned ? vectors.signedHighHalf(first, second) : vectors.highHalf(first, second);
    return vectors.shifted(high, amount->getZExtValue() - width);
  }
  return nullptr;
}

Value *expandDivision(Instruction &instruction) {
  const APInt *divisor;
  if (!instruction.isIntDivRem() || !isVectorOfLongs(instruction.getType()) ||
      !match(instruction.getOperand(1), m_APInt(divisor)))
    return nullptr;
  const bool isSigned =
      instruction.getOpcode() == Instruction::SDiv || instruction.getOpcode() == Instruction::SRem;
  const APInt size = isSigned ? divisor->abs() : *divisor;
  if (size.ule(1) || size.isPowerOf2())
    return nullptr;
  LongVectors vectors(instruction);
  Value *dividend = instruction.getOperand(0);
  Value *quotient =
      isSigned ? vectors.signedQuotient(dividend, *divisor) : vectors.quotient(dividend, *divisor);
  const bool isQuotient =
      instruction.getOpcode() == Instruction::SDiv || instruction.getOpcode() == Instruction::UDiv;
  return isQuotient ? quotient : vectors.remainder(dividend, quotient, instruction.getOperand(1));
}

} // namespace

bool expandWideProducts(Function &function) {
  SmallVector<WeakTrackingVH> replaced;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    Value *expanded = expandHighHalf(instruction);
    highHalvesExpanded += expanded != nullptr;
    if (!expanded) {
      expanded = expandDivision(instruction);
      divisionsExpanded += expanded != nullptr;
    }
    if (!expanded)
      continue;
    instruction.replaceAllUsesWith(expanded);
    replaced.emplace_back(&instruction);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return !replaced.empty();
}

} // namespace weft::compiler
