// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/collective_arithmetic.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

namespace weft::compiler {

using namespace llvm;

Constant *identityOf(CollectiveOperator op, NumberClass numbers, Type *type) {
  const unsigned bits = type->getScalarSizeInBits();
  const bool isFloat = numbers == NumberClass::Float, isSigned = numbers == NumberClass::Signed;
  switch (op) {
  case CollectiveOperator::Min:
    if (isFloat)
      return ConstantFP::getInfinity(type);
    return ConstantInt::get(type,
                            isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits));
  case CollectiveOperator::Max:
    if (isFloat)
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    return ConstantInt::get(type,
                            isSigned ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits));
  case CollectiveOperator::Mul:
    return isFloat ? ConstantFP::get(type, 1) : ConstantInt::get(type, 1);
  case CollectiveOperator::And:
    return Constant::getAllOnesValue(type);
  default:
    return Constant::getNullValue(type);
  }
}

Constant *neutralOf(CollectiveOperator op, NumberClass numbers, Type *type) {
  if (numbers == NumberClass::Float && op == CollectiveOperator::Add)
    return ConstantFP::getNegativeZero(type);
  if (numbers == NumberClass::Float && op != CollectiveOperator::Mul)
    return ConstantFP::getQNaN(type);
  return identityOf(op, numbers, type);
}

Value *combine(IRBuilderBase &builder, CollectiveOperator op, NumberClass numbers, Value *left,
               Value *right) {
  const bool isFloat = numbers == NumberClass::Float, isSigned = numbers == NumberClass::Signed;
  switch (op) {
  case CollectiveOperator::Add:
    return isFloat ? builder.CreateFAdd(left, right) : builder.CreateAdd(left, right);
  case CollectiveOperator::Mul:
    return isFloat ? builder.CreateFMul(left, right) : builder.CreateMul(left, right);
  case CollectiveOperator::Min:
    return builder.CreateBinaryIntrinsic(isFloat    ? Intrinsic::minnum
                                         : isSigned ? Intrinsic::smin
                                                    : Intrinsic::umin,
                                         left, right);
  case CollectiveOperator::Max:
    return builder.CreateBinaryIntrinsic(isFloat    ? Intrinsic::maxnum
                                         : isSigned ? Intrinsic::smax
                                                    : Intrinsic::umax,
                                         left, right);
  case CollectiveOperator::And:
    return builder.CreateAnd(left, right);
  case CollectiveOperator::Or:
    return builder.CreateOr(left, right);
  default:
    assert(op == CollectiveOperator::Xor);
    return builder.CreateXor(left, right);
  }
}

} // namespace weft::compiler
