// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant-creation instructions (SPIR-V specification, section 3.3.7) and specialisation.
#include "compiler/frontend/spirv/translation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

#include <cstring>

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// The value of a scalar from the words of its literal, low-order word first.
Constant *scalarConstant(Type *type, ArrayRef<std::uint32_t> words) {
  std::uint64_t bits = words.empty() ? 0 : words[0];
  if (words.size() > 1)
    bits |= std::uint64_t{words[1]} << 32;
  const unsigned width = type->getScalarSizeInBits();
  const APInt value = APInt(64, bits).zextOrTrunc(width);
  if (type->isIntegerTy())
    return ConstantInt::get(type, value);
  return ConstantFP::get(type, APFloat(type->getFltSemantics(), value));
}

Constant *composite(Type *type, ArrayRef<Constant *> parts) {
  if (auto *structure = dyn_cast<StructType>(type))
    return parts.size() == structure->getNumElements() ? ConstantStruct::get(structure, parts)
                                                       : nullptr;
  if (auto *array = dyn_cast<ArrayType>(type))
    return parts.size() == array->getNumElements() ? ConstantArray::get(array, parts) : nullptr;
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return parts.size() == vector->getNumElements() ? ConstantVector::get(parts) : nullptr;
  return nullptr;
}

bool hasElementTypes(Type *type, ArrayRef<Constant *> parts) {
  for (const auto &[index, part] : enumerate(parts)) {
    Type *expected = type->isStructTy()  ? type->getStructElementType(index)
                     : type->isArrayTy() ? type->getArrayElementType()
                                         : type->getScalarType();
    if (part->getType() != expected)
      return false;
  }
  return true;
}

// Constants that continue a composite immediately follow it.
SmallVector<Id> constituents(const ModuleInfo &source, const Instruction &instruction) {
  SmallVector<Id> ids(instruction.operands);
  const std::vector<Instruction> &list = source.instructions().list;
  for (const Instruction *next = &instruction + 1;
       next != list.data() + list.size() &&
       (next->op == spv::OpConstantCompositeContinuedINTEL ||
        next->op == spv::OpSpecConstantCompositeContinuedINTEL);
       ++next)
    ids.append(next->operands.begin(), next->operands.end());
  return ids;
}

Value *compositeConstant(Translation &translation, const Instruction &instruction, Type *type) {
  SmallVector<Constant *> parts;
  for (const Id id : constituents(translation.source, instruction)) {
    Value *part = translation.value(id);
    if (!part)
      return nullptr;
    auto *constant = dyn_cast<Constant>(part);
    if (!constant)
      return translation.fail(instruction, "a constituent is not constant");
    parts.push_back(constant);
  }
  const bool fits = (!type->isStructTy() || parts.size() == type->getStructNumElements()) &&
                    hasElementTypes(type, parts);
  Constant *result = fits ? composite(type, parts) : nullptr;
  return result ? result : translation.fail(instruction, "the constituents do not match the type");
}

// OpConstantSampler: addressing, normalised coordinates and filter as an OpenCL C sampler_t.
Value *samplerConstant(Translation &translation, const Instruction &instruction) {
  // In SPIR-V's numbering: none, clamp to edge, clamp, repeat, mirrored repeat.
  constexpr std::uint32_t addressing[] = {0x0, 0x2, 0x4, 0x6, 0x8};
  constexpr std::uint32_t normalised = 0x1, nearest = 0x10, linear = 0x20;
  if (instruction[0] >= std::size(addressing))
    return translation.fail(instruction, "the addressing mode is unknown");
  const std::uint32_t bits = addressing[instruction[0]] | (instruction[1] ? normalised : 0) |
                             (instruction[2] == spv::SamplerFilterModeLinear ? linear : nearest);
  return translation.builder.getInt32(bits);
}

const Specialisation *given(const ModuleInfo &source, const Specialisations &all, Id constant) {
  const Decoration *id = source.find(constant, spv::DecorationSpecId);
  if (!id)
    return nullptr;
  const auto place = find_if(all, [&](const Specialisation &one) { return one.id == (*id)[0]; });
  return place == all.end() ? nullptr : &*place;
}

Constant *specialised(Type *type, const Specialisation &value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, value.bytes.data(), std::min(value.bytes.size(), sizeof bits));
  if (type->isIntegerTy(1))
    return ConstantInt::getBool(type, bits != 0);
  return scalarConstant(type,
                        {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)});
}

// The instruction of OpSpecConstantOp, as in a function, folded to a constant.
Value *constantOperation(Translation &translation, const Instruction &instruction) {
  Instruction operation = instruction;
  operation.op = instruction[0];
  operation.operands = instruction.from(1);
  Value *result = nullptr;
  translation.builder.ClearInsertionPoint();
  if (!translation.dispatch(operation, result))
    return translation.fail(instruction,
                            instructionName(operation.op) + " is not supported in constants");
  if (result && !isa<Constant>(result)) {
    if (auto *dangling = dyn_cast<llvm::Instruction>(result); dangling && !dangling->getParent())
      dangling->deleteValue();
    return translation.fail(instruction,
                            instructionName(operation.op) + " of these operands is not constant");
  }
  return result;
}

bool isScalar(Type *type) { return type->isIntegerTy() || type->isFloatingPointTy(); }

} // namespace

bool Translation::declareConstant(const Instruction &instruction) {
  Type *type = resultType(instruction);
  if (!type)
    return false;
  const Specialisation *value = given(source, specialisations, instruction.result);
  Value *constant = nullptr;
  switch (instruction.op) {
  case spv::OpConstantTrue:
  case spv::OpConstantFalse:
  case spv::OpSpecConstantTrue:
  case spv::OpSpecConstantFalse: {
    const bool isTrue =
        instruction.op == spv::OpConstantTrue || instruction.op == spv::OpSpecConstantTrue;
    if (!type->isIntegerTy(1))
      return fail(instruction, "the type is not boolean");
    constant = value ? specialised(type, *value) : ConstantInt::getBool(type, isTrue);
    break;
  }
  case spv::OpConstant:
  case spv::OpSpecConstant:
    if (!isScalar(type))
      return fail(instruction, "the type is not a number");
    constant = value ? specialised(type, *value) : scalarConstant(type, instruction.operands);
    break;
  case spv::OpConstantComposite:
  case spv::OpSpecConstantComposite:
    constant = compositeConstant(*this, instruction, type);
    break;
  case spv::OpConstantNull:
    constant = type->isVoidTy() || type->isFunctionTy() ? nullptr : Constant::getNullValue(type);
    break;
  case spv::OpConstantSampler:
    constant = samplerConstant(*this, instruction);
    break;
  case spv::OpUndef:
    constant = type->isVoidTy() || type->isFunctionTy() ? nullptr : UndefValue::get(type);
    break;
  case spv::OpConstantFunctionPointerINTEL:
    constant = functionPointer(instruction);
    break;
  case spv::OpSpecConstantOp:
    constant = constantOperation(*this, instruction);
    break;
  default:
    break;
  }
  if (!constant)
    return fail(instruction, "the constant is not supported");
  define(instruction.result, constant);
  return true;
}

std::optional<std::uint64_t> Translation::number(Id id) {
  const auto *constant = dyn_cast_or_null<ConstantInt>(values.lookup(id));
  if (!constant || constant->getBitWidth() > 64)
    return std::nullopt;
  return constant->getZExtValue();
}

} // namespace weft::compiler::spirv
