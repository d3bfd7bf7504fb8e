// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit instructions (SPIR-V specification, section 3.3.14), and integer dot products.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/operators/operators.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// A shift by the width or more gives an arbitrary value; LLVM's shift would give poison. OpenCL C
// takes the low bits of the amount.
template <llvm::Instruction::BinaryOps operation>
Value *shift(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  Type *type = (*values)[0]->getType();
  Type *amountType = (*values)[1]->getType();
  const auto *vector = dyn_cast<FixedVectorType>(type);
  const auto *amountVector = dyn_cast<FixedVectorType>(amountType);
  if (!type->isIntOrIntVectorTy() || !amountType->isIntOrIntVectorTy() ||
      (vector ? vector->getNumElements() : 0) !=
          (amountVector ? amountVector->getNumElements() : 0))
    return translation.fail(instruction, "the operands do not match");
  IRBuilder<> &builder = translation.builder;
  Value *amount = builder.CreateZExtOrTrunc((*values)[1], type);
  amount = builder.CreateAnd(amount, ConstantInt::get(type, type->getScalarSizeInBits() - 1));
  return builder.CreateBinOp(operation, (*values)[0], amount);
}

template <Intrinsic::ID operation>
Value *intrinsic(Translation &translation, const Instruction &instruction) {
  const auto values = integers<1>(translation, instruction);
  Type *type = translation.resultType(instruction);
  if (!values || !type)
    return nullptr;
  Value *value = (*values)[0];
  Value *result = translation.builder.CreateIntrinsic(operation, {value->getType()}, {value});
  return translation.resized(instruction, result, type);
}

// Offset and count have any width; the built-ins take `uint`.
Value *unsignedNumber(Translation &translation, const Instruction &instruction,
                      std::size_t operand) {
  return translation.resized(instruction, translation.operand(instruction, operand),
                             translation.builder.getInt32Ty());
}

Value *insertField(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  return BuiltInCall(translation, instruction, "bitfield_insert", Sign::Unsigned)
      .add((*values)[0])
      .add((*values)[1])
      .add(unsignedNumber(translation, instruction, 2))
      .add(unsignedNumber(translation, instruction, 3))
      .call((*values)[0]->getType());
}

template <bool isSigned>
Value *extractField(Translation &translation, const Instruction &instruction) {
  Value *base = translation.operand(instruction, 0);
  if (!base)
    return nullptr;
  return BuiltInCall(translation, instruction,
                     isSigned ? "bitfield_extract_signed" : "bitfield_extract_unsigned",
                     Sign::Unsigned)
      .add(base, isSigned ? Sign::Signed : Sign::Unsigned)
      .add(unsignedNumber(translation, instruction, 1))
      .add(unsignedNumber(translation, instruction, 2))
      .call(base->getType());
}

// Components in the result's width: four bytes of an integer, or those of a vector.
Value *components(Translation &translation, Value *value, bool isPacked, bool isSigned,
                  Type *element) {
  IRBuilder<> &builder = translation.builder;
  if (isPacked)
    value = builder.CreateBitCast(value, FixedVectorType::get(builder.getInt8Ty(), 4));
  const auto *type = cast<FixedVectorType>(value->getType());
  Type *wide = FixedVectorType::get(element, type->getNumElements());
  return isSigned ? builder.CreateSExtOrTrunc(value, wide) : builder.CreateZExtOrTrunc(value, wide);
}

template <bool firstSigned, bool secondSigned, bool isSaturating>
Value *dotProduct(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  Type *type = translation.resultType(instruction);
  if (!values || !type)
    return nullptr;
  const auto [a, b] = *values;
  const bool isPacked = a->getType()->isIntegerTy(32);
  if (a->getType() != b->getType() || !type->isIntegerTy() ||
      !(isPacked || (a->getType()->isVectorTy() && a->getType()->isIntOrIntVectorTy())))
    return translation.fail(instruction, "the operands do not match");
  IRBuilder<> &builder = translation.builder;
  Value *ofA = components(translation, a, isPacked, firstSigned, type);
  Value *ofB = components(translation, b, isPacked, secondSigned, type);
  Value *products = builder.CreateMul(ofA, ofB);
  const unsigned count = cast<FixedVectorType>(products->getType())->getNumElements();
  Value *sum = builder.CreateExtractElement(products, std::uint64_t{0});
  for (unsigned index = 1; index != count; ++index)
    sum = builder.CreateAdd(sum, builder.CreateExtractElement(products, index));
  if (!isSaturating)
    return sum;
  Value *accumulator = translation.operand(instruction, 2);
  if (!accumulator || accumulator->getType() != type)
    return translation.fail(instruction, "the accumulator has another type than the result");
  return builder.CreateIntrinsic(firstSigned ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, {type},
                                 {sum, accumulator});
}

constexpr Handler handlers[] = {
    {spv::OpShiftRightLogical, shift<llvm::Instruction::LShr>},
    {spv::OpShiftRightArithmetic, shift<llvm::Instruction::AShr>},
    {spv::OpShiftLeftLogical, shift<llvm::Instruction::Shl>},
    {spv::OpBitwiseOr, integerOperation<llvm::Instruction::Or>},
    {spv::OpBitwiseXor, integerOperation<llvm::Instruction::Xor>},
    {spv::OpBitwiseAnd, integerOperation<llvm::Instruction::And>},
    {spv::OpNot, complement},
    {spv::OpBitFieldInsert, insertField},
    {spv::OpBitFieldSExtract, extractField<true>},
    {spv::OpBitFieldUExtract, extractField<false>},
    {spv::OpBitReverse, intrinsic<Intrinsic::bitreverse>},
    {spv::OpBitCount, intrinsic<Intrinsic::ctpop>},
    {spv::OpSDot, dotProduct<true, true, false>},
    {spv::OpUDot, dotProduct<false, false, false>},
    {spv::OpSUDot, dotProduct<true, false, false>},
    {spv::OpSDotAccSat, dotProduct<true, true, true>},
    {spv::OpUDotAccSat, dotProduct<false, false, true>},
    {spv::OpSUDotAccSat, dotProduct<true, false, true>},
};

} // namespace

ArrayRef<Handler> bitHandlers() { return handlers; }

} // namespace weft::compiler::spirv
