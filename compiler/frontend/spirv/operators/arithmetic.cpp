// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic instructions (SPIR-V specification, section 3.3.13).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/operators/operators.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

template <llvm::Instruction::BinaryOps operation>
Value *integer(Translation &translation, const Instruction &instruction) {
  Value *result = integerOperation<operation>(translation, instruction);
  if (auto *made = dyn_cast_or_null<OverflowingBinaryOperator>(result)) {
    auto *binary = cast<BinaryOperator>(made);
    binary->setHasNoSignedWrap(
        translation.source.has(instruction.result, spv::DecorationNoSignedWrap));
    binary->setHasNoUnsignedWrap(
        translation.source.has(instruction.result, spv::DecorationNoUnsignedWrap));
  }
  return result;
}

// The builder folds constants, and has no value for a division by 0, or of the most negative number
// by -1: those get here what others get from safe_division.h.
Value *divided(IRBuilder<> &builder, llvm::Instruction::BinaryOps operation, Value *dividend,
               Value *divisor) {
  if (!isa<Constant>(dividend) || !isa<Constant>(divisor))
    return builder.CreateBinOp(operation, dividend, divisor);
  Type *type = dividend->getType();
  Constant *zero = Constant::getNullValue(type), *one = ConstantInt::get(type, 1);
  Constant *allOnes = Constant::getAllOnesValue(type);
  const bool isSigned =
      operation == llvm::Instruction::SDiv || operation == llvm::Instruction::SRem;
  const bool isRemainder =
      operation == llvm::Instruction::URem || operation == llvm::Instruction::SRem;
  Value *isZero = builder.CreateICmpEQ(divisor, zero);
  Value *isMinusOne =
      isSigned ? builder.CreateICmpEQ(divisor, allOnes) : ConstantInt::getFalse(isZero->getType());
  Value *safe = builder.CreateSelect(builder.CreateOr(isZero, isMinusOne), one, divisor);
  Value *result = builder.CreateBinOp(operation, dividend, safe);
  if (!isRemainder)
    result = builder.CreateSelect(isMinusOne, builder.CreateNeg(dividend), result);
  return builder.CreateSelect(isZero, isRemainder ? dividend : allOnes, result);
}

template <llvm::Instruction::BinaryOps operation>
Value *division(Translation &translation, const Instruction &instruction) {
  const auto values = integers<2>(translation, instruction);
  return values ? divided(translation.builder, operation, (*values)[0], (*values)[1]) : nullptr;
}

template <llvm::Instruction::BinaryOps operation>
Value *floating(Translation &translation, const Instruction &instruction) {
  const auto values = floats<2>(translation, instruction);
  return values ? translation.builder.CreateBinOp(operation, (*values)[0], (*values)[1]) : nullptr;
}

Value *negateInteger(Translation &translation, const Instruction &instruction) {
  const auto values = integers<1>(translation, instruction);
  return values ? translation.builder.CreateNeg(
                      (*values)[0], "",
                      translation.source.has(instruction.result, spv::DecorationNoSignedWrap))
                : nullptr;
}

Value *negateFloat(Translation &translation, const Instruction &instruction) {
  const auto values = floats<1>(translation, instruction);
  return values ? translation.builder.CreateFNeg((*values)[0]) : nullptr;
}

// The remainder with the sign of the divisor.
Value *signedModulo(Translation &translation, const Instruction &instruction) {
  const auto values = integers<2>(translation, instruction);
  if (!values)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  const auto [dividend, divisor] = *values;
  Value *zero = Constant::getNullValue(dividend->getType());
  Value *remainder = divided(builder, llvm::Instruction::SRem, dividend, divisor);
  Value *differs = builder.CreateICmpSLT(builder.CreateXor(remainder, divisor), zero);
  Value *isMoved = builder.CreateAnd(builder.CreateICmpNE(remainder, zero), differs);
  return builder.CreateSelect(isMoved, builder.CreateAdd(remainder, divisor), remainder);
}

Value *floatRemainder(Translation &translation, const Instruction &instruction) {
  const auto values = floats<2>(translation, instruction);
  return values ? BuiltInCall(translation, instruction, "fmod")
                      .add((*values)[0])
                      .add((*values)[1])
                      .call((*values)[0]->getType())
                : nullptr;
}

// fmod() has the sign of the dividend.
Value *floatModulo(Translation &translation, const Instruction &instruction) {
  const auto values = floats<2>(translation, instruction);
  Value *remainder = floatRemainder(translation, instruction);
  if (!values || !remainder)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  Value *divisor = (*values)[1];
  Value *zero = Constant::getNullValue(divisor->getType());
  Value *isNegative = builder.CreateFCmpOLT(remainder, zero);
  Value *differs = builder.CreateXor(isNegative, builder.CreateFCmpOLT(divisor, zero));
  Value *isMoved = builder.CreateAnd(builder.CreateFCmpONE(remainder, zero), differs);
  return builder.CreateSelect(isMoved, builder.CreateFAdd(remainder, divisor), remainder);
}

Value *vectorTimesScalar(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  const auto *type = dyn_cast<FixedVectorType>((*values)[0]->getType());
  if (!type || type->getElementType() != (*values)[1]->getType())
    return translation.fail(instruction, "the operands do not match");
  Value *scalar = translation.builder.CreateVectorSplat(type->getNumElements(), (*values)[1]);
  return translation.builder.CreateFMul((*values)[0], scalar);
}

Value *dot(Translation &translation, const Instruction &instruction) {
  const auto values = sameTyped<2>(translation, instruction);
  if (!values)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  const auto *type = dyn_cast<FixedVectorType>((*values)[0]->getType());
  if (!type || !type->getElementType()->isFloatingPointTy())
    return translation.fail(instruction, "the operands are not vectors");
  constexpr unsigned longestOfBuiltIn = 4;
  if (type->getNumElements() <= longestOfBuiltIn)
    return BuiltInCall(translation, instruction, "dot")
        .add((*values)[0])
        .add((*values)[1])
        .call(type->getElementType());
  Value *products = builder.CreateFMul((*values)[0], (*values)[1]);
  Value *sum = builder.CreateExtractElement(products, std::uint64_t{0});
  for (unsigned index = 1; index != type->getNumElements(); ++index)
    sum = builder.CreateFAdd(sum, builder.CreateExtractElement(products, index));
  return sum;
}

// The two-member structures of instructions with two results.
Value *pairOf(Translation &translation, const Instruction &instruction, Value *first,
              Value *second) {
  Type *type = translation.resultType(instruction);
  if (!type || !type->isStructTy() || type->getStructNumElements() != 2 ||
      type->getStructElementType(0) != first->getType() ||
      type->getStructElementType(1) != second->getType())
    return translation.fail(instruction, "the result is not a pair of the operands' type");
  Value *pair = translation.builder.CreateInsertValue(PoisonValue::get(type), first, 0);
  return translation.builder.CreateInsertValue(pair, second, 1);
}

template <Intrinsic::ID operation>
Value *withOverflow(Translation &translation, const Instruction &instruction) {
  const auto values = integers<2>(translation, instruction);
  if (!values)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  Type *type = (*values)[0]->getType();
  Value *both = builder.CreateIntrinsic(operation, {type}, {(*values)[0], (*values)[1]});
  Value *result = builder.CreateExtractValue(both, 0);
  return pairOf(translation, instruction, result,
                builder.CreateZExt(builder.CreateExtractValue(both, 1), type));
}

template <bool isSigned>
Value *extendedProduct(Translation &translation, const Instruction &instruction) {
  const auto values = integers<2>(translation, instruction);
  if (!values)
    return nullptr;
  const auto [a, b] = *values;
  Value *high =
      BuiltInCall(translation, instruction, "mul_hi", isSigned ? Sign::Signed : Sign::Unsigned)
          .add(a)
          .add(b)
          .call(a->getType());
  return high ? pairOf(translation, instruction, translation.builder.CreateMul(a, b), high)
              : nullptr;
}

Value *fusedProduct(Translation &translation, const Instruction &instruction) {
  const auto values = floats<3>(translation, instruction);
  if (!values)
    return nullptr;
  BuiltInCall call(translation, instruction, "fma");
  for (Value *value : *values)
    call.add(value);
  return call.call((*values)[0]->getType());
}

// A value opaque to optimisations. Weft preserves the order of its operands, as no fast-math flag
// crosses a freeze.
Value *fence(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  return value ? translation.builder.CreateFreeze(value) : nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpSNegate, negateInteger},
    {spv::OpFNegate, negateFloat},
    {spv::OpIAdd, integer<llvm::Instruction::Add>},
    {spv::OpFAdd, floating<llvm::Instruction::FAdd>},
    {spv::OpISub, integer<llvm::Instruction::Sub>},
    {spv::OpFSub, floating<llvm::Instruction::FSub>},
    {spv::OpIMul, integer<llvm::Instruction::Mul>},
    {spv::OpFMul, floating<llvm::Instruction::FMul>},
    {spv::OpUDiv, division<llvm::Instruction::UDiv>},
    {spv::OpSDiv, division<llvm::Instruction::SDiv>},
    {spv::OpFDiv, floating<llvm::Instruction::FDiv>},
    {spv::OpUMod, division<llvm::Instruction::URem>},
    {spv::OpSRem, division<llvm::Instruction::SRem>},
    {spv::OpSMod, signedModulo},
    {spv::OpFRem, floatRemainder},
    {spv::OpFMod, floatModulo},
    {spv::OpVectorTimesScalar, vectorTimesScalar},
    {spv::OpDot, dot},
    {spv::OpIAddCarry, withOverflow<Intrinsic::uadd_with_overflow>},
    {spv::OpISubBorrow, withOverflow<Intrinsic::usub_with_overflow>},
    {spv::OpUMulExtended, extendedProduct<false>},
    {spv::OpSMulExtended, extendedProduct<true>},
    {op::FmaKHR, fusedProduct},
    {op::ArithmeticFenceEXT, fence},
};

} // namespace

ArrayRef<Handler> arithmeticHandlers() { return handlers; }

FastMathFlags Translation::fastMathFlags(Id result) const {
  FastMathFlags flags;
  const Decoration *mode = source.find(result, spv::DecorationFPFastMathMode);
  if (!mode)
    return flags;
  const std::uint32_t mask = (*mode)[0];
  constexpr std::uint32_t allowContract = 0x10000, allowReassociation = 0x20000,
                          allowTransform = 0x40000;
  if (mask & spv::FPFastMathModeFastMask)
    flags.setFast();
  flags.setNoNaNs(flags.noNaNs() || mask & spv::FPFastMathModeNotNaNMask);
  flags.setNoInfs(flags.noInfs() || mask & spv::FPFastMathModeNotInfMask);
  flags.setNoSignedZeros(flags.noSignedZeros() || mask & spv::FPFastMathModeNSZMask);
  flags.setAllowReciprocal(flags.allowReciprocal() || mask & spv::FPFastMathModeAllowRecipMask);
  flags.setAllowContract(flags.allowContract() || mask & allowContract || mask & allowTransform);
  flags.setAllowReassoc(flags.allowReassoc() || mask & allowReassociation || mask & allowTransform);
  return flags;
}

} // namespace weft::compiler::spirv
