// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/wide_products.h"

#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/target/arithmetic/long_vectors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
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

constexpr unsigned width = longWidth;

// `divisor` is neither 0 nor a power of two.
Value *quotientOf(LongVectors &vectors, Value *dividend, const APInt &divisor) {
  IRBuilder<> &builder = vectors.builder;
  const auto numbers = UnsignedDivisionByConstantInfo::get(divisor);
  Value *shifted = builder.CreateLShr(dividend, numbers.PreShift);
  Value *high = vectors.highHalf(shifted, ConstantInt::get(dividend->getType(), numbers.Magic));
  if (numbers.IsAdd)
    high = builder.CreateAdd(builder.CreateLShr(builder.CreateSub(dividend, high), 1), high);
  return builder.CreateLShr(high, numbers.PostShift);
}

// `divisor` is none of 0, 1 and -1, and no power of two.
Value *signedQuotientOf(LongVectors &vectors, Value *dividend, const APInt &divisor) {
  IRBuilder<> &builder = vectors.builder;
  const auto numbers = SignedDivisionByConstantInfo::get(divisor);
  Value *high =
      vectors.signedHighHalf(dividend, ConstantInt::get(dividend->getType(), numbers.Magic));
  if (divisor.isStrictlyPositive() && numbers.Magic.isNegative())
    high = builder.CreateAdd(high, dividend);
  else if (divisor.isNegative() && numbers.Magic.isStrictlyPositive())
    high = builder.CreateSub(high, dividend);
  high = builder.CreateAShr(high, numbers.ShiftAmount);
  return builder.CreateAdd(high, builder.CreateLShr(high, width - 1));
}

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
    return vectors.builder.CreateLShr(high, amount->getZExtValue() - width);
  }
  return nullptr;
}

Value *expandDivision(Instruction &instruction) {
  const APInt *divisor;
  if (!instruction.isIntDivRem() || !isVectorOfLongs(instruction.getType()) ||
      !match(instruction.getOperand(1), m_APInt(divisor)))
    return nullptr;
  const auto &division = cast<BinaryOperator>(instruction);
  const bool isSigned = isSignedDivision(division);
  const APInt size = isSigned ? divisor->abs() : *divisor;
  if (size.ule(1) || size.isPowerOf2())
    return nullptr;
  LongVectors vectors(instruction);
  Value *dividend = instruction.getOperand(0);
  Value *quotient = isSigned ? signedQuotientOf(vectors, dividend, *divisor)
                             : quotientOf(vectors, dividend, *divisor);
  return isRemainder(division) ? vectors.remainder(dividend, quotient, instruction.getOperand(1))
                               : quotient;
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
