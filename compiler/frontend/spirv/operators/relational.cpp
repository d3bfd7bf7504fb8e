// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational and logical instructions (SPIR-V specification, section 3.3.15).
#include "compiler/frontend/spirv/operators/operators.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

template <bool isAny> Value *reduction(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  if (!value || !value->getType()->isIntOrIntVectorTy())
    return translation.fail(instruction, "the operand is not a vector of booleans");
  IRBuilder<> &builder = translation.builder;
  // LLVM's back end emits it for OpenCL C's any() and all(), which test the highest bits.
  if (!value->getType()->isIntOrIntVectorTy(1))
    value = builder.CreateICmpSLT(value, Constant::getNullValue(value->getType()));
  const auto *type = dyn_cast<FixedVectorType>(value->getType());
  if (!type)
    return value;
  Value *result = builder.CreateExtractElement(value, std::uint64_t{0});
  for (unsigned index = 1; index != type->getNumElements(); ++index) {
    Value *next = builder.CreateExtractElement(value, index);
    result = isAny ? builder.CreateOr(result, next) : builder.CreateAnd(result, next);
  }
  return result;
}

// Numbers are classified by integer comparisons of their bits, which fast-math flags do not affect.
struct FloatBits {
  Value *magnitude = nullptr, *bits = nullptr;
  Constant *infinity = nullptr, *smallestNormal = nullptr;
};

std::optional<FloatBits> floatBits(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  if (!value)
    return std::nullopt;
  Type *type = value->getType();
  if (!type->isFPOrFPVectorTy()) {
    translation.fail(instruction, "the operand is not a floating-point number");
    return std::nullopt;
  }
  IRBuilder<> &builder = translation.builder;
  const fltSemantics &semantics = type->getScalarType()->getFltSemantics();
  const unsigned width = type->getScalarSizeInBits();
  Type *integer = IntegerType::get(translation.context, width);
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    integer = FixedVectorType::get(integer, vector->getNumElements());
  FloatBits result;
  result.bits = builder.CreateBitCast(value, integer);
  result.magnitude =
      builder.CreateAnd(result.bits, ConstantInt::get(integer, APInt::getSignedMaxValue(width)));
  result.infinity = ConstantInt::get(integer, APFloat::getInf(semantics).bitcastToAPInt());
  result.smallestNormal =
      ConstantInt::get(integer, APFloat::getSmallestNormalized(semantics).bitcastToAPInt());
  return result;
}

Value *isNan(Translation &translation, const Instruction &instruction) {
  const auto number = floatBits(translation, instruction);
  return number ? translation.builder.CreateICmpUGT(number->magnitude, number->infinity) : nullptr;
}
Value *isInfinite(Translation &translation, const Instruction &instruction) {
  const auto number = floatBits(translation, instruction);
  return number ? translation.builder.CreateICmpEQ(number->magnitude, number->infinity) : nullptr;
}
Value *isFinite(Translation &translation, const Instruction &instruction) {
  const auto number = floatBits(translation, instruction);
  return number ? translation.builder.CreateICmpULT(number->magnitude, number->infinity) : nullptr;
}
Value *isNormal(Translation &translation, const Instruction &instruction) {
  const auto number = floatBits(translation, instruction);
  if (!number)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  Value *isFinite = builder.CreateICmpULT(number->magnitude, number->infinity);
  return builder.CreateAnd(isFinite,
                           builder.CreateICmpUGE(number->magnitude, number->smallestNormal));
}
Value *isSignBitSet(Translation &translation, const Instruction &instruction) {
  const auto number = floatBits(translation, instruction);
  return number ? translation.builder.CreateICmpSLT(number->bits,
                                                    Constant::getNullValue(number->bits->getType()))
                : nullptr;
}

template <CmpInst::Predicate predicate>
Value *compare(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  const auto [a, b] = *values;
  const Type *type = a->getType()->getScalarType();
  const bool isFloat = CmpInst::isFPPredicate(predicate);
  if (a->getType() != b->getType() ||
      (isFloat ? !type->isFloatingPointTy() : !type->isIntegerTy() && !type->isPointerTy()))
    return translation.fail(instruction, "the operands cannot be compared");
  return translation.builder.CreateCmp(predicate, a, b);
}

Value *select(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<3>(instruction);
  if (!values)
    return nullptr;
  const auto [condition, one, other] = *values;
  if (one->getType() != other->getType() || !condition->getType()->isIntOrIntVectorTy(1) ||
      (condition->getType()->isVectorTy() && !one->getType()->isVectorTy()))
    return translation.fail(instruction, "the operands do not match");
  return translation.builder.CreateSelect(condition, one, other);
}

constexpr Handler handlers[] = {
    {spv::OpAny, reduction<true>},
    {spv::OpAll, reduction<false>},
    {spv::OpIsNan, isNan},
    {spv::OpIsInf, isInfinite},
    {spv::OpIsFinite, isFinite},
    {spv::OpIsNormal, isNormal},
    {spv::OpSignBitSet, isSignBitSet},
    {spv::OpLessOrGreater, compare<CmpInst::FCMP_ONE>},
    {spv::OpOrdered, compare<CmpInst::FCMP_ORD>},
    {spv::OpUnordered, compare<CmpInst::FCMP_UNO>},
    {spv::OpLogicalEqual, compare<CmpInst::ICMP_EQ>},
    {spv::OpLogicalNotEqual, compare<CmpInst::ICMP_NE>},
    {spv::OpLogicalOr, integerOperation<llvm::Instruction::Or>},
    {spv::OpLogicalAnd, integerOperation<llvm::Instruction::And>},
    {spv::OpLogicalNot, complement},
    {spv::OpSelect, select},
    {spv::OpIEqual, compare<CmpInst::ICMP_EQ>},
    {spv::OpINotEqual, compare<CmpInst::ICMP_NE>},
    {spv::OpUGreaterThan, compare<CmpInst::ICMP_UGT>},
    {spv::OpSGreaterThan, compare<CmpInst::ICMP_SGT>},
    {spv::OpUGreaterThanEqual, compare<CmpInst::ICMP_UGE>},
    {spv::OpSGreaterThanEqual, compare<CmpInst::ICMP_SGE>},
    {spv::OpULessThan, compare<CmpInst::ICMP_ULT>},
    {spv::OpSLessThan, compare<CmpInst::ICMP_SLT>},
    {spv::OpULessThanEqual, compare<CmpInst::ICMP_ULE>},
    {spv::OpSLessThanEqual, compare<CmpInst::ICMP_SLE>},
    {spv::OpFOrdEqual, compare<CmpInst::FCMP_OEQ>},
    {spv::OpFUnordEqual, compare<CmpInst::FCMP_UEQ>},
    {spv::OpFOrdNotEqual, compare<CmpInst::FCMP_ONE>},
    {spv::OpFUnordNotEqual, compare<CmpInst::FCMP_UNE>},
    {spv::OpFOrdLessThan, compare<CmpInst::FCMP_OLT>},
    {spv::OpFUnordLessThan, compare<CmpInst::FCMP_ULT>},
    {spv::OpFOrdGreaterThan, compare<CmpInst::FCMP_OGT>},
    {spv::OpFUnordGreaterThan, compare<CmpInst::FCMP_UGT>},
    {spv::OpFOrdLessThanEqual, compare<CmpInst::FCMP_OLE>},
    {spv::OpFUnordLessThanEqual, compare<CmpInst::FCMP_ULE>},
    {spv::OpFOrdGreaterThanEqual, compare<CmpInst::FCMP_OGE>},
    {spv::OpFUnordGreaterThanEqual, compare<CmpInst::FCMP_UGE>},
};

} // namespace

ArrayRef<Handler> relationalHandlers() { return handlers; }

} // namespace weft::compiler::spirv
