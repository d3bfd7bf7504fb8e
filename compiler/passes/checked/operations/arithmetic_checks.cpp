// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports integer divisions by zero and of the least number by -1, shifts by the width of the type
// or more, and conversions of floating-point numbers that the integer type does not have. The
// results are the same as without checks.
//
// It runs on the program's own functions, before divisions are guarded, and before constants that
// inlining brings in are folded. Clang reduces the amount of an OpenCL C shift modulo the width;
// what it reduces is tested. Conversions are casts and calls of convert_…() without _sat.
// Each operation is tested before it (operation_tests.h).
#include "compiler/passes/checked/operations/operation_tests.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

Type *elementOf(const Value &value) { return value.getType()->getScalarType(); }

StringRef nameOf(const Type &type, bool isSigned) {
  switch (type.getIntegerBitWidth()) {
  case 8:
    return isSigned ? "char" : "uchar";
  case 16:
    return isSigned ? "short" : "ushort";
  case 32:
    return isSigned ? "int" : "uint";
  case 64:
    return isSigned ? "long" : "ulong";
  default:
    return "";
  }
}

// A divisor that is a constant is tested when the code is built: nothing remains of most tests.
OperationTest testOf(BinaryOperator &division, IRBuilder<> &builder) {
  const bool isSigned = isSignedDivision(division);
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = division.getType();
  Value *defined = builder.CreateICmpNE(divisor, Constant::getNullValue(type));
  if (isSigned) {
    const APInt least = APInt::getSignedMinValue(type->getScalarSizeInBits());
    Value *isOther =
        builder.CreateOr(builder.CreateICmpNE(divisor, Constant::getAllOnesValue(type)),
                         builder.CreateICmpNE(dividend, ConstantInt::get(type, least)));
    defined = builder.CreateAnd(defined, isOther);
  }
  return {isRemainder(division) ? WEFT_MISTAKE_REMAINDER : WEFT_MISTAKE_DIVISION,
          nameOf(*type->getScalarType(), isSigned),
          defined,
          dividend,
          divisor,
          isSigned};
}

OperationTest testOfShift(BinaryOperator &shift, IRBuilder<> &builder) {
  Type *type = shift.getType();
  Constant *width = ConstantInt::get(type, type->getScalarSizeInBits());
  Value *amount = shift.getOperand(1), *given = nullptr;
  if (match(amount, m_And(m_Value(given), m_SpecificInt(type->getScalarSizeInBits() - 1))))
    amount = given;
  return {WEFT_MISTAKE_SHIFT,
          nameOf(*type->getScalarType(), shift.getOpcode() != Instruction::LShr),
          builder.CreateICmpULT(amount, width),
          amount,
          width,
          /*isSigned=*/true};
}

// Whether the truncated number has the type: it lies between the numbers next to the type's range.
Value *isInRange(Value &number, Type &to, bool isSigned, IRBuilder<> &builder) {
  const unsigned width = to.getScalarSizeInBits();
  const fltSemantics &semantics = elementOf(number)->getFltSemantics();
  const auto round = [&](const APSInt &bound, bool &isExact) {
    APFloat result(semantics);
    isExact =
        result.convertFromAPInt(bound, /*IsSigned=*/true, APFloat::rmTowardZero) == APFloat::opOK;
    return ConstantFP::get(number.getType(), result);
  };
  // Two more bits, for the neighbours and the sign.
  const APInt one(width + 2, 1);
  const APInt above = one.shl(isSigned ? width - 1 : width);
  const APInt below = isSigned ? -above - 1 : -one;
  bool isBelowExact = false, isAboveExact = false;
  Value *lower = round(APSInt(below, /*isUnsigned=*/false), isBelowExact);
  Value *upper = round(APSInt(above, /*isUnsigned=*/false), isAboveExact);
  // Rounded towards zero, the lower bound is the least number of the type, and the upper one, where
  // the type has larger numbers than the format, the largest finite one.
  Value *isAbove =
      isBelowExact ? builder.CreateFCmpOGT(&number, lower) : builder.CreateFCmpOGE(&number, lower);
  Value *isBelow =
      isAboveExact ? builder.CreateFCmpOLT(&number, upper) : builder.CreateFCmpOLE(&number, upper);
  return builder.CreateAnd(isAbove, isBelow);
}

OperationTest testOfConversion(Value &number, Type &to, bool isSigned, IRBuilder<> &builder) {
  return {WEFT_MISTAKE_CONVERSION, nameOf(*to.getScalarType(), isSigned),
          isInRange(number, to, isSigned, builder), &number,
          Constant::getNullValue(number.getType())};
}

// convert_<type>[size][_rounding](number): "_Z11convert_intf". Nothing for others.
std::optional<bool> convertsToSigned(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || isUserCode(*callee) || call.arg_size() != 1 ||
      !call.getType()->isIntOrIntVectorTy() ||
      !call.getArgOperand(0)->getType()->isFPOrFPVectorTy())
    return std::nullopt;
  StringRef name = callee->getName();
  name = name.drop_until([](char c) { return c == 'c'; });
  if (!name.consume_front("convert_") || name.contains("_sat"))
    return std::nullopt;
  return !name.starts_with("u");
}

std::optional<OperationTest> testOf(Instruction &instruction, IRBuilder<> &builder) {
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
    if (nameOf(*elementOf(*operation), true).empty())
      return std::nullopt;
    if (operation->isIntDivRem())
      return testOf(*operation, builder);
    if (operation->isShift())
      return testOfShift(*operation, builder);
  } else if (isa<FPToSIInst, FPToUIInst>(instruction)) {
    if (!nameOf(*elementOf(instruction), true).empty())
      return testOfConversion(*instruction.getOperand(0), *instruction.getType(),
                              isa<FPToSIInst>(instruction), builder);
  } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
    if (const auto isSigned = convertsToSigned(*call))
      return testOfConversion(*call->getArgOperand(0), *call->getType(), *isSigned, builder);
  }
  return std::nullopt;
}

} // namespace

bool checkArithmetic(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  const auto test = testOf(instruction, builder);
  return test && emitTest(instruction, instruction.getDebugLoc(), *test);
}

} // namespace weft::compiler
