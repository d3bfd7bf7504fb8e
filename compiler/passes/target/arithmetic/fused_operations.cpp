// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arithmetic/fused_operations.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/passes/replaced_instructions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-target-arithmetic"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(operationsExpanded, "Expanded fused operations");

namespace {

struct RoundedAndError {
  Value *rounded;
  Value *error;
};

// Emits one fused operation in double or vectors of double.
class Expansion {
public:
  Expansion(IRBuilder<> &builder, Type *type)
      : builder(builder), type(type), bitsType(type->getWithNewType(builder.getInt64Ty())) {}

  // For floats, as doubles.
  Value *sumOfExactProduct(Value *a, Value *b, Value *c) const {
    return roundToOdd(add(builder.CreateFMul(a, b), c));
  }

  Value *ofDoubles(Value *a, Value *b, Value *c) const {
    const RoundedAndError product = multiply(a, b), low = add(c, product.error),
                          high = add(product.rounded, low.rounded);
    Value *result = builder.CreateFAdd(high.rounded, roundToOdd(add(low.error, high.error)));
    // The sign of a zero is that of the unfused sum.
    Value *isPlain = builder.CreateOr(isZero(a), isZero(b));
    return builder.CreateSelect(isPlain, builder.CreateFAdd(product.rounded, c), result);
  }

  // Whether an intermediate result of any lane might overflow or be subnormal.
  Value *isExtreme(Value *a, Value *b, Value *c) const {
    Value *product = builder.CreateFMul(a, b);
    Value *isBounded = builder.CreateAnd(isBelow(a, 0x1p480), isBelow(b, 0x1p480));
    isBounded = builder.CreateAnd(isBounded, isBelow(c, 0x1p960));
    Value *isTiny = builder.CreateAnd(isBelow(product, 0x1p-900),
                                      builder.CreateNot(builder.CreateOr(isZero(a), isZero(b))));
    Value *isExtreme = builder.CreateOr(builder.CreateNot(isBounded), isTiny);
    return type->isVectorTy() ? builder.CreateOrReduce(isExtreme) : isExtreme;
  }

private:
  Constant *number(double value) const { return ConstantFP::get(type, value); }
  Value *isZero(Value *value) const { return builder.CreateFCmpOEQ(value, number(0)); }
  Value *isBelow(Value *value, double limit) const {
    return builder.CreateFCmpOLT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, value),
                                 number(limit));
  }

  RoundedAndError add(Value *x, Value *y) const {
    Value *sum = builder.CreateFAdd(x, y), *ofY = builder.CreateFSub(sum, x),
          *ofX = builder.CreateFSub(sum, ofY);
    Value *lostOfX = builder.CreateFSub(x, ofX), *lostOfY = builder.CreateFSub(y, ofY);
    return {sum, builder.CreateFAdd(lostOfX, lostOfY)};
  }

  // Splits a number into the upper half of its bits and the remainder.
  std::pair<Value *, Value *> split(Value *x) const {
    Value *shifted = builder.CreateFMul(x, number(0x1p27 + 1));
    Value *high = builder.CreateFSub(shifted, builder.CreateFSub(shifted, x));
    return {high, builder.CreateFSub(x, high)};
  }

  RoundedAndError multiply(Value *x, Value *y) const {
    const auto [highX, lowX] = split(x);
    const auto [highY, lowY] = split(y);
    Value *product = builder.CreateFMul(x, y);
    Value *error = builder.CreateFSub(builder.CreateFMul(highX, highY), product);
    error = builder.CreateFAdd(error, builder.CreateFMul(highX, lowY));
    error = builder.CreateFAdd(error, builder.CreateFMul(lowX, highY));
    return {product, builder.CreateFAdd(error, builder.CreateFMul(lowX, lowY))};
  }

  // A sum rounded to odd: an even inexact sum moves one step towards its error.
  Value *roundToOdd(const RoundedAndError &sum) const {
    Constant *one = ConstantInt::get(bitsType, 1);
    Value *bits = builder.CreateBitCast(sum.rounded, bitsType);
    Value *errorBits = builder.CreateBitCast(sum.error, bitsType);
    Value *isEven =
        builder.CreateICmpEQ(builder.CreateAnd(bits, one), Constant::getNullValue(bitsType));
    Value *moves = builder.CreateAnd(builder.CreateFCmpONE(sum.error, number(0)), isEven);
    Value *grows =
        builder.CreateICmpSGE(builder.CreateXor(bits, errorBits), Constant::getNullValue(bitsType));
    Value *step = builder.CreateSelect(grows, one, Constant::getAllOnesValue(bitsType));
    step = builder.CreateSelect(moves, step, Constant::getNullValue(bitsType));
    return builder.CreateBitCast(builder.CreateAdd(bits, step), type);
  }

  IRBuilder<> &builder;
  Type *type;
  Type *bitsType;
};

Value *expandFloat(IntrinsicInst &operation) {
  IRBuilder<> builder(&operation);
  Type *type = operation.getType(), *wide = type->getWithNewType(builder.getDoubleTy());
  Value *operands[3];
  for (unsigned i = 0; i != 3; ++i)
    operands[i] = builder.CreateFPExt(operation.getArgOperand(i), wide);
  return builder.CreateFPTrunc(
      Expansion(builder, wide).sumOfExactProduct(operands[0], operands[1], operands[2]), type);
}

Value *expandDouble(IntrinsicInst &operation) {
  IRBuilder<> builder(&operation);
  Value *a = operation.getArgOperand(0), *b = operation.getArgOperand(1),
        *c = operation.getArgOperand(2);
  const Expansion expansion(builder, operation.getType());
  Value *result = expansion.ofDoubles(a, b, c), *isExtreme = expansion.isExtreme(a, b, c);
  Instruction *branch =
      SplitBlockAndInsertIfThen(isExtreme, operation.getIterator(), /*Unreachable=*/false,
                                MDBuilder(operation.getContext()).createUnlikelyBranchWeights());
  Instruction *byLibrary = operation.clone();
  byLibrary->insertBefore(branch->getIterator());
  builder.SetInsertPoint(&operation);
  PHINode *either = builder.CreatePHI(operation.getType(), 2);
  either->addIncoming(byLibrary, byLibrary->getParent());
  either->addIncoming(result, cast<Instruction>(isExtreme)->getParent());
  return either;
}

} // namespace

bool expandFusedOperations(Function &function, const TargetFeatures &features) {
  const Type &number = *Type::getFloatTy(function.getContext());
  if (features.fuses(number))
    return false;
  assert(isContracted(function));
  const unsigned count = replaceInstructions(function, [](Instruction &instruction) -> Value * {
    auto *operation = dyn_cast<IntrinsicInst>(&instruction);
    if (!operation || operation->getIntrinsicID() != Intrinsic::fma)
      return nullptr;
    const Type *element = operation->getType()->getScalarType();
    return element->isFloatTy()    ? expandFloat(*operation)
           : element->isDoubleTy() ? expandDouble(*operation)
                                   : nullptr;
  });
  operationsExpanded += count;
  return count;
}

} // namespace weft::compiler
