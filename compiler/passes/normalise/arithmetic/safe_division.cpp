// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arithmetic/safe_division.h"

#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-safe-division"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(divisionsGuarded, "Divisions with a safe divisor");

namespace {

// Whether every element of the divisor is a constant that cannot trap.
bool isHarmlessDivisor(Value *divisor, bool isSigned) {
  const auto *constant = dyn_cast<Constant>(divisor);
  if (!constant)
    return false;
  const auto isHarmless = [&](const Constant *lane) {
    const auto *number = dyn_cast_or_null<ConstantInt>(lane);
    return number && !number->isZero() && !(isSigned && number->isMinusOne());
  };
  const auto *vector = dyn_cast<FixedVectorType>(divisor->getType());
  if (!vector)
    return isHarmless(constant);
  for (unsigned lane = 0; lane != vector->getNumElements(); ++lane)
    if (!isHarmless(constant->getAggregateElement(lane)))
      return false;
  return true;
}

// Makes the division safe and returns its result.
Value *makeSafe(BinaryOperator &division, bool isSigned) {
  IRBuilder<> builder(&division);
  Type *type = division.getType();
  assert(type->isIntOrIntVectorTy() && division.isIntDivRem());
  Value *one = ConstantInt::get(type, 1);
  // Two uses of an undefined value may differ. The freeze makes test and division agree.
  Value *divisor = builder.CreateFreeze(division.getOperand(1), "divisor");
  Value *allOnes = Constant::getAllOnesValue(type);
  Value *isZero = builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
  Value *unsafe =
      isSigned ? builder.CreateICmpULT(builder.CreateAdd(divisor, one), ConstantInt::get(type, 2))
               : isZero;
  Value *dividend = division.getOperand(0);
  division.setOperand(1, builder.CreateSelect(unsafe, one, divisor));
  builder.SetInsertPoint(division.getNextNode());
  if (isRemainder(division))
    return builder.CreateSelect(isZero, dividend, &division);
  Value *quotient = &division;
  if (isSigned) {
    Value *negative = builder.CreateNeg(dividend);
    Value *isMinusOne = builder.CreateICmpEQ(divisor, allOnes);
    quotient = builder.CreateSelect(isMinusOne, negative, quotient);
  }
  return builder.CreateSelect(isZero, allOnes, quotient);
}

} // namespace

PreservedAnalyses SafeDivisionPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *operation = dyn_cast<BinaryOperator>(&instruction);
    if (!operation || !operation->isIntDivRem())
      continue;
    const bool isSigned = isSignedDivision(*operation);
    if (isHarmlessDivisor(operation->getOperand(1), isSigned))
      continue;
    const SmallVector<Use *> uses(make_pointer_range(operation->uses()));
    Value *result = makeSafe(*operation, isSigned);
    ++divisionsGuarded;
    for (Use *use : uses)
      use->set(result);
    changed = true;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
