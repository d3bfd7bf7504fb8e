// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/arithmetic_checks.h"

#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

#define DEBUG_TYPE "weft-arithmetic-checks"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(operationsChecked, "Arithmetic operations that are checked");

namespace {

/// A test of an operation: of each component, if it is one of vectors.
struct Test {
  weft_mistake mistake;
  StringRef type;
  Value *defined;
  Value *first, *second; ///< operands of the report, not yet extended
  bool isSigned = false;
};

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
Test testOf(BinaryOperator &division, IRBuilder<> &builder) {
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

Test testOfShift(BinaryOperator &shift, IRBuilder<> &builder) {
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

Test testOfConversion(Value &number, Type &to, bool isSigned, IRBuilder<> &builder) {
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

std::optional<Test> testOf(Instruction &instruction, IRBuilder<> &builder) {
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

bool mayBeTested(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  return isa<FPToSIInst, FPToUIInst>(instruction) || instruction.isIntDivRem() ||
         instruction.isShift() || (call && convertsToSigned(*call));
}

// The operand of a report: of the component with this number, or of a scalar if that is null.
Value *operandOf(Value *operand, Value *component, bool isSigned, IRBuilder<> &builder) {
  if (component)
    operand = builder.CreateExtractElement(operand, component);
  if (operand->getType()->isFloatingPointTy())
    return builder.CreateBitCast(builder.CreateFPExt(operand, builder.getDoubleTy()),
                                 builder.getInt64Ty());
  return builder.CreateIntCast(operand, builder.getInt64Ty(), isSigned);
}

void emitReport(const Test &test, IRBuilder<> &builder) {
  Value *component = nullptr;
  if (const auto *vector = dyn_cast<FixedVectorType>(test.defined->getType())) {
    Type *bits = builder.getIntNTy(vector->getNumElements());
    Value *wrong = builder.CreateBitCast(builder.CreateNot(test.defined), bits);
    component = builder.CreateBinaryIntrinsic(Intrinsic::cttz, wrong, builder.getTrue());
  }
  callMistake(builder, test.mistake, test.type,
              operandOf(test.first, component, test.isSigned, builder),
              operandOf(test.second, component, test.isSigned, builder));
}

// Before the instruction.
void emitCheck(Instruction &instruction, const Test &test, Value *defined) {
  LLVMContext &context = instruction.getContext();
  Function &function = *instruction.getFunction();
  BasicBlock *head = instruction.getParent();
  BasicBlock *next = head->splitBasicBlock(&instruction, head->getName() + ".defined");
  BasicBlock *cold = BasicBlock::Create(context, head->getName() + ".undefined", &function, next);
  BasicBlock *report = BasicBlock::Create(context, "mistake", &function, next);
  head->getTerminator()->eraseFromParent();
  IRBuilder<> builder(head);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  builder.CreateCondBr(callAllLanes(builder, defined), next, cold,
                       MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(cold);
  markCheckBranch(*builder.CreateCondBr(defined, next, report));
  builder.SetInsertPoint(report);
  emitReport(test, builder);
  builder.CreateBr(next);
  ++operationsChecked;
}

} // namespace

PreservedAnalyses ArithmeticChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  SmallVector<Instruction *> operations;
  for (Instruction &instruction : instructions(function))
    if (mayBeTested(instruction))
      operations.push_back(&instruction);
  for (Instruction *instruction : operations) {
    IRBuilder<> builder(instruction);
    const auto test = testOf(*instruction, builder);
    if (!test)
      continue;
    const auto *known = dyn_cast<Constant>(test->defined);
    if (known && known->isAllOnesValue())
      continue;
    const bool isVector = test->defined->getType()->isVectorTy();
    emitCheck(*instruction, *test,
              isVector ? builder.CreateAndReduce(test->defined) : test->defined);
  }
  return operations.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
