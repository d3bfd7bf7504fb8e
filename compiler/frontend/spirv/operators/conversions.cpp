// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion instructions (SPIR-V specification, section 3.3.11).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

#include "device/base/address_spaces.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

unsigned lanesOf(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

// `uchar4` and the like, as in the names of OpenCL C's conversions.
std::string typeName(Type *type, Sign sign) {
  Type *element = type->getScalarType();
  std::string name;
  if (element->isHalfTy())
    name = "half";
  else if (element->isFloatTy())
    name = "float";
  else if (element->isDoubleTy())
    name = "double";
  else {
    const unsigned bits = element->getIntegerBitWidth();
    name = sign == Sign::Signed ? "" : "u";
    name += bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  }
  return lanesOf(type) == 1 ? name : name + std::to_string(lanesOf(type));
}

// The rounding mode of a result's decoration, as the suffix of a conversion; empty without one.
StringRef roundingSuffix(const Translation &translation, Id result) {
  const Decoration *mode = translation.source.find(result, spv::DecorationFPRoundingMode);
  constexpr StringLiteral suffixes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  return mode && (*mode)[0] < std::size(suffixes) ? StringRef(suffixes[(*mode)[0]]) : StringRef();
}

struct Conversion {
  llvm::Instruction::CastOps cast;
  Sign from, to;
};

// LLVM's casts round to nearest or towards zero and do not saturate; the built-ins do the rest.
Value *convert(Translation &translation, const Instruction &instruction,
               const Conversion &conversion) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  const bool isFromFloat = value->getType()->isFPOrFPVectorTy();
  const bool isToFloat = type->isFPOrFPVectorTy();
  if (lanesOf(value->getType()) != lanesOf(type) ||
      (!isFromFloat && !value->getType()->isIntOrIntVectorTy()) ||
      (!isToFloat && !type->isIntOrIntVectorTy()))
    return translation.fail(instruction, "the operand cannot be converted to this type");
  const bool saturates =
      translation.source.has(instruction.result, spv::DecorationSaturatedConversion);
  const StringRef rounding = roundingSuffix(translation, instruction.result);
  const bool isExact = isToFloat && isFromFloat &&
                       type->getScalarSizeInBits() >= value->getType()->getScalarSizeInBits();
  const StringRef usual = isToFloat ? "_rte" : "_rtz";
  if (!saturates && (rounding.empty() || rounding == usual || isExact))
    return translation.builder.CreateCast(conversion.cast, value, type);
  const std::string name = "convert_" + typeName(type, conversion.to) +
                           (saturates && !isToFloat ? "_sat" : "") +
                           (rounding == usual ? "" : rounding.str());
  return BuiltInCall(translation, instruction, name).add(value, conversion.from).call(type);
}

Value *convertFToU(Translation &translation, const Instruction &instruction) {
  return convert(translation, instruction,
                 {llvm::Instruction::FPToUI, Sign::Signed, Sign::Unsigned});
}
Value *convertFToS(Translation &translation, const Instruction &instruction) {
  return convert(translation, instruction, {llvm::Instruction::FPToSI, Sign::Signed, Sign::Signed});
}
Value *convertSToF(Translation &translation, const Instruction &instruction) {
  return convert(translation, instruction, {llvm::Instruction::SIToFP, Sign::Signed, Sign::Signed});
}
Value *convertUToF(Translation &translation, const Instruction &instruction) {
  return convert(translation, instruction,
                 {llvm::Instruction::UIToFP, Sign::Unsigned, Sign::Signed});
}

// Changes of width. The validator permits equal widths only for floats.
template <Sign sign>
Value *convertInteger(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  const bool widens = type->getScalarSizeInBits() > value->getType()->getScalarSizeInBits();
  const llvm::Instruction::CastOps cast = !widens                ? llvm::Instruction::Trunc
                                          : sign == Sign::Signed ? llvm::Instruction::SExt
                                                                 : llvm::Instruction::ZExt;
  if (type == value->getType())
    return value;
  return convert(translation, instruction, {cast, sign, sign});
}

Value *convertFloat(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (type == value->getType())
    return value;
  const bool widens = type->getScalarSizeInBits() > value->getType()->getScalarSizeInBits();
  return convert(
      translation, instruction,
      {widens ? llvm::Instruction::FPExt : llvm::Instruction::FPTrunc, Sign::Signed, Sign::Signed});
}

template <Sign from, Sign to>
Value *saturate(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!type->isIntOrIntVectorTy())
    return translation.fail(instruction, "the result is not an integer");
  return BuiltInCall(translation, instruction, "convert_" + typeName(type, to) + "_sat")
      .add(value, from)
      .call(type);
}

Value *pointerToInteger(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!value->getType()->isPointerTy() || !type->isIntegerTy())
    return translation.fail(instruction, "the operand is not a pointer");
  return translation.builder.CreatePtrToInt(value, type);
}

Value *integerToPointer(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!value->getType()->isIntegerTy() || !type->isPointerTy())
    return translation.fail(instruction, "the operand is not an integer");
  return translation.builder.CreateIntToPtr(value, type);
}

Value *castSpace(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!value->getType()->isPointerTy() || !type->isPointerTy())
    return translation.fail(instruction, "the operand is not a pointer");
  return translation.builder.CreateAddrSpaceCast(value, type);
}

// to_global() and the like, by Clang's names for them.
Value *castExplicitly(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!type->isPointerTy())
    return translation.fail(instruction, "the result is not a pointer");
  const unsigned space = type->getPointerAddressSpace();
  const StringRef name = space == globalSpace  ? "__to_global"
                         : space == localSpace ? "__to_local"
                                               : "__to_private";
  return BuiltInCall(translation, instruction, name).addVoidPointer(value).callUnmangled(type);
}

// Fence flags are the memory classes of the semantics, shifted right by eight bits.
Value *pointerSemantics(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  if (!value->getType()->isPointerTy())
    return translation.fail(instruction, "the operand is not a pointer");
  Type *generic = PointerType::get(translation.context, genericSpace);
  Value *flags = BuiltInCall(translation, instruction, "get_fence")
                     .addVoidPointer(builder.CreateAddrSpaceCast(value, generic))
                     .call(builder.getInt32Ty());
  return flags ? translation.resized(instruction, builder.CreateShl(flags, 8), type) : nullptr;
}

Value *bitcast(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  Type *from = value->getType();
  if (from->isPointerTy() && type->isPointerTy())
    return builder.CreatePointerBitCastOrAddrSpaceCast(value, type);
  const DataLayout &layout = translation.module.getDataLayout();
  const bool isSized =
      from->isSized() && type->isSized() && !from->isAggregateType() && !type->isAggregateType();
  if (!isSized || layout.getTypeSizeInBits(from) != layout.getTypeSizeInBits(type))
    return translation.fail(instruction, "the types differ in size");
  if (from->isPointerTy())
    return builder.CreateBitCast(builder.CreatePtrToInt(value, builder.getInt64Ty()), type);
  if (type->isPointerTy())
    return builder.CreateIntToPtr(builder.CreateBitCast(value, builder.getInt64Ty()), type);
  if (!CastInst::castIsValid(llvm::Instruction::BitCast, from, type))
    return translation.fail(instruction, "the operand cannot have this type");
  return builder.CreateBitCast(value, type);
}

// bfloat16 numbers are 16-bit integers here: the upper half of a float.
Value *fromBFloat16(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!value->getType()->isIntOrIntVectorTy(16) || !type->getScalarType()->isFloatTy() ||
      lanesOf(type) != lanesOf(value->getType()))
    return translation.fail(instruction, "the operand is not a bfloat16 number");
  IRBuilder<> &builder = translation.builder;
  Type *wide = type->getWithNewType(builder.getInt32Ty());
  return builder.CreateBitCast(builder.CreateShl(builder.CreateZExt(value, wide), 16), type);
}

// Rounds to nearest even; NaNs remain NaNs.
Value *toBFloat16(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  if (!type->isIntOrIntVectorTy(16) || !value->getType()->getScalarType()->isFloatTy() ||
      lanesOf(type) != lanesOf(value->getType()))
    return translation.fail(instruction, "the result is not a bfloat16 number");
  IRBuilder<> &builder = translation.builder;
  Type *wide = type->getWithNewType(builder.getInt32Ty());
  Value *bits = builder.CreateBitCast(value, wide);
  Value *odd = builder.CreateAnd(builder.CreateLShr(bits, 16), ConstantInt::get(wide, 1));
  Value *rounded = builder.CreateAdd(bits, builder.CreateAdd(odd, ConstantInt::get(wide, 0x7fff)));
  Value *quiet = builder.CreateOr(bits, ConstantInt::get(wide, 0x400000));
  Value *magnitude = builder.CreateAnd(bits, ConstantInt::get(wide, 0x7fffffff));
  Value *isNan = builder.CreateICmpUGT(magnitude, ConstantInt::get(wide, 0x7f800000));
  return builder.CreateTrunc(builder.CreateLShr(builder.CreateSelect(isNan, quiet, rounded), 16),
                             type);
}

constexpr Handler handlers[] = {
    {spv::OpConvertFToU, convertFToU},
    {spv::OpConvertFToS, convertFToS},
    {spv::OpConvertSToF, convertSToF},
    {spv::OpConvertUToF, convertUToF},
    {spv::OpUConvert, convertInteger<Sign::Unsigned>},
    {spv::OpSConvert, convertInteger<Sign::Signed>},
    {spv::OpFConvert, convertFloat},
    {spv::OpConvertPtrToU, pointerToInteger},
    {spv::OpSatConvertSToU, saturate<Sign::Signed, Sign::Unsigned>},
    {spv::OpSatConvertUToS, saturate<Sign::Unsigned, Sign::Signed>},
    {spv::OpConvertUToPtr, integerToPointer},
    {spv::OpPtrCastToGeneric, castSpace},
    {spv::OpGenericCastToPtr, castSpace},
    {spv::OpPtrCastToCrossWorkgroupINTEL, castSpace},
    {spv::OpCrossWorkgroupCastToPtrINTEL, castSpace},
    {spv::OpGenericCastToPtrExplicit, castExplicitly},
    {spv::OpGenericPtrMemSemantics, pointerSemantics},
    {spv::OpBitcast, bitcast},
    {op::ConvertBF16ToFINTEL, fromBFloat16},
    {op::ConvertFToBF16INTEL, toBFloat16},
};

} // namespace

ArrayRef<Handler> conversionHandlers() { return handlers; }

} // namespace weft::compiler::spirv
