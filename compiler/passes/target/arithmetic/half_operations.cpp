// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/half_operations.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/passes/replaced_instructions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(operationsRewritten, "Half operations computed in float");

namespace {

bool isHalf(const Type *type) { return type->getScalarType()->isHalfTy(); }

bool isFloatsRounded(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::ceil:
  case Intrinsic::floor:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
    return true;
  default:
    return false;
  }
}

class HalfWriter {
public:
  explicit HalfWriter(Instruction &instruction)
      : builder(&instruction), halfType(instruction.getType()),
        floatType(halfType->getWithNewType(builder.getFloatTy())),
        integerType(halfType->getWithNewType(builder.getInt32Ty())) {}

  // The operation in float, rounded to half.
  Value *floatsRounded(IntrinsicInst &call) {
    SmallVector<Value *, 2> operands;
    for (Value *operand : call.args())
      operands.push_back(toFloat(operand));
    return toHalf(builder.CreateIntrinsic(call.getIntrinsicID(), {floatType}, operands));
  }

  Value *fusedMultiplyAdd(Value *a, Value *b, Value *c) {
    Value *first = toFloat(a), *second = toFloat(b), *addend = toFloat(c);
    Value *product = builder.CreateFMul(first, second);
    Value *sum = builder.CreateFAdd(product, addend);
    Value *addendSeen = builder.CreateFSub(sum, product);
    Value *productSeen = builder.CreateFSub(sum, addendSeen);
    Value *lostOfProduct = builder.CreateFSub(product, productSeen);
    Value *error = builder.CreateFAdd(lostOfProduct, builder.CreateFSub(addend, addendSeen));
    // If the sum is infinite or NaN, its error is NaN, which compares as exact.
    Value *zero = Constant::getNullValue(floatType);
    Value *isInexact = builder.CreateFCmpONE(error, zero);
    Value *isNegative = builder.CreateFCmpOLT(error, zero);
    Value *isBelow = builder.CreateXor(isNegative, builder.CreateFCmpOLT(sum, zero));
    return toHalf(roundedToOdd(sum, isInexact, isBelow));
  }

  Value *fromDouble(Value *number) {
    Value *nearest = builder.CreateFPTrunc(number, floatType);
    Value *seen = builder.CreateFPExt(nearest, number->getType());
    Value *isInexact = builder.CreateFCmpONE(seen, number);
    Value *magnitude = builder.CreateUnaryIntrinsic(Intrinsic::fabs, seen);
    Value *isBelow =
        builder.CreateFCmpOGT(magnitude, builder.CreateUnaryIntrinsic(Intrinsic::fabs, number));
    return toHalf(roundedToOdd(nearest, isInexact, isBelow));
  }

private:
  // Rounds an inexact number to odd: of the two adjacent floats, the one whose last bit is set.
  // `nearest` is one of the two; `isBelow`: the number is closer to zero than `nearest`.
  Value *roundedToOdd(Value *nearest, Value *isInexact, Value *isBelow) {
    Value *bits = builder.CreateBitCast(nearest, integerType);
    Value *truncated = builder.CreateAdd(bits, builder.CreateSExt(isBelow, integerType));
    Value *odd = builder.CreateOr(truncated, ConstantInt::get(integerType, 1));
    return builder.CreateBitCast(builder.CreateSelect(isInexact, odd, bits), floatType);
  }

  Value *toFloat(Value *number) { return builder.CreateFPExt(number, floatType); }
  Value *toHalf(Value *number) { return builder.CreateFPTrunc(number, halfType); }

  IRBuilder<> builder;
  Type *halfType;
  Type *floatType;
  Type *integerType;
};

// The replacement of the instruction; null if it remains.
Value *rewritten(Instruction &instruction) {
  if (!isHalf(instruction.getType()))
    return nullptr;
  if (isa<FPTruncInst>(instruction)) {
    Value *number = instruction.getOperand(0);
    return number->getType()->getScalarType()->isDoubleTy()
               ? HalfWriter(instruction).fromDouble(number)
               : nullptr;
  }
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return nullptr;
  if (call->getIntrinsicID() == Intrinsic::fma)
    return HalfWriter(instruction)
        .fusedMultiplyAdd(call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2));
  return isFloatsRounded(call->getIntrinsicID()) ? HalfWriter(instruction).floatsRounded(*call)
                                                 : nullptr;
}

} // namespace

bool rewriteHalfOperations(Function &function, const TargetFeatures &features) {
  if (features.computesHalf())
    return false;
  assert(isContracted(function));
  const unsigned count = replaceInstructions(function, rewritten);
  operationsRewritten += count;
  return count;
}

} // namespace weft::compiler
