// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type-declaration instructions (SPIR-V specification, section 3.3.6).
#include "compiler/frontend/spirv/translation.h"

#include "device/base/address_spaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

Type *integerType(Translation &translation, const Instruction &instruction) {
  const std::uint32_t bits = instruction[0];
  if (bits == 8 || bits == 16 || bits == 32 || bits == 64)
    return IntegerType::get(translation.context, bits);
  translation.fail(instruction, "integers of " + Twine(bits) + " bits are not supported");
  return nullptr;
}

Type *floatType(Translation &translation, const Instruction &instruction) {
  // A second operand is an encoding other than IEEE 754's.
  switch (instruction.size() > 1 ? 0 : instruction[0]) {
  case 16:
    return Type::getHalfTy(translation.context);
  case 32:
    return Type::getFloatTy(translation.context);
  case 64:
    return Type::getDoubleTy(translation.context);
  default:
    translation.fail(instruction, "this floating-point type is not supported");
    return nullptr;
  }
}

Type *vectorType(Translation &translation, const Instruction &instruction) {
  Type *element = translation.type(instruction[0]);
  const std::uint32_t count = instruction[1];
  if (!element)
    return nullptr;
  const bool isElement =
      element->isIntegerTy() || element->isFloatingPointTy() || element->isPointerTy();
  if (isElement && (count == 2 || count == 3 || count == 4 || count == 8 || count == 16))
    return FixedVectorType::get(element, count);
  translation.fail(instruction, "vectors of " + Twine(count) + " components are not supported");
  return nullptr;
}

Type *arrayType(Translation &translation, const Instruction &instruction) {
  Type *element = translation.type(instruction[0]);
  const auto count = translation.number(instruction[1]);
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  if (!element)
    return nullptr;
  if (!count || *count > most || !element->isSized()) {
    translation.fail(instruction, "the array has no length");
    return nullptr;
  }
  return ArrayType::get(element, *count);
}

Type *structureType(Translation &translation, const Instruction &instruction) {
  SmallVector<Type *> members;
  for (const Id member : instruction.operands) {
    Type *type = translation.type(member);
    if (!type)
      return nullptr;
    members.push_back(type);
  }
  const bool isPacked = translation.source.has(instruction.result, spv::DecorationCPacked);
  const StringRef name = translation.source.name(instruction.result);
  if (name.empty())
    return StructType::get(translation.context, members, isPacked);
  return StructType::create(translation.context, members, name, isPacked);
}

Type *functionType(Translation &translation, const Instruction &instruction) {
  Type *result = translation.type(instruction[0]);
  SmallVector<Type *> parameters;
  for (const Id parameter : instruction.from(1)) {
    parameters.push_back(translation.type(parameter));
    if (!parameters.back())
      return nullptr;
  }
  return result ? FunctionType::get(result, parameters, /*isVarArg=*/false) : nullptr;
}

// Clang's order: dimension, depth, arrays, samples, use, format and access.
Type *imageType(Translation &translation, const Instruction &instruction) {
  const std::uint32_t dimension = instruction[1];
  if (dimension != spv::Dim1D && dimension != spv::Dim2D && dimension != spv::Dim3D &&
      dimension != spv::DimBuffer) {
    translation.fail(instruction, "images of this dimensionality are not supported");
    return nullptr;
  }
  if (instruction[4]) {
    translation.fail(instruction, "multisampled images are not supported");
    return nullptr;
  }
  std::array<unsigned, 7> parameters{};
  for (unsigned index = 0; index != parameters.size(); ++index)
    parameters[index] = instruction[index + 1];
  return TargetExtType::get(translation.context, "spirv.Image",
                            {Type::getVoidTy(translation.context)}, parameters);
}

} // namespace

unsigned Translation::addressSpace(const Instruction &instruction, std::uint32_t storageClass) {
  switch (storageClass) {
  case spv::StorageClassFunction:
  case spv::StorageClassInput:
  case spv::StorageClassCodeSectionINTEL:
    return privateSpace;
  case spv::StorageClassCrossWorkgroup:
  case spv::StorageClassDeviceOnlyINTEL:
  case spv::StorageClassHostOnlyINTEL:
    return globalSpace;
  case spv::StorageClassUniformConstant:
    return constantSpace;
  case spv::StorageClassWorkgroup:
    return localSpace;
  case spv::StorageClassGeneric:
    return genericSpace;
  default:
    fail(instruction, "storage class " + storageClassName(storageClass) + " is not supported");
    return privateSpace;
  }
}

Type *Translation::makeType(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::OpTypeVoid:
    return Type::getVoidTy(context);
  case spv::OpTypeBool:
    return Type::getInt1Ty(context);
  case spv::OpTypeInt:
    return integerType(*this, instruction);
  case spv::OpTypeFloat:
    return floatType(*this, instruction);
  case spv::OpTypeVector:
    return vectorType(*this, instruction);
  case spv::OpTypeArray:
    return arrayType(*this, instruction);
  case spv::OpTypeStruct:
    return structureType(*this, instruction);
  case spv::OpTypePointer:
  case op::TypeUntypedPointer:
    return PointerType::get(context, addressSpace(instruction, instruction[0]));
  case spv::OpTypeFunction:
    return functionType(*this, instruction);
  case spv::OpTypeOpaque:
    return StructType::create(context, literalString(instruction, 0).text);
  case spv::OpTypeEvent:
    return TargetExtType::get(context, "spirv.Event");
  case spv::OpTypeReserveId:
    return TargetExtType::get(context, "spirv.ReserveId");
  case spv::OpTypeDeviceEvent:
    return TargetExtType::get(context, "spirv.DeviceEvent");
  case spv::OpTypeQueue:
    return TargetExtType::get(context, "spirv.Queue");
  case spv::OpTypePipe:
    return TargetExtType::get(context, "spirv.Pipe", {}, {instruction[0]});
  case spv::OpTypeSampler:
    return TargetExtType::get(context, "spirv.Sampler");
  case spv::OpTypeImage:
    return imageType(*this, instruction);
  case spv::OpTypeSampledImage:
    return Type::getVoidTy(context); // none of its values becomes an LLVM value
  default:
    fail(instruction, "the type is not supported");
    return nullptr;
  }
}

Type *Translation::type(Id id) {
  if (Type *known = types.lookup(id))
    return known;
  const Instruction *instruction = source.definition(id);
  if (instruction && (instruction->op == spv::OpTypePointer)) // declared forward
    return types[id] = makeType(*instruction);
  if (!failed) {
    log += ("error: SPIR-V id " + Twine(id) + " is not a known type\n").str();
    failed = true;
  }
  return nullptr;
}

Id Translation::pointeeId(Id pointerType) const {
  const Instruction *pointer = source.definition(pointerType);
  return pointer && pointer->op == spv::OpTypePointer ? (*pointer)[1] : 0;
}

Id Translation::elementId(Id compositeType, std::uint64_t index) const {
  const Instruction *composite = source.definition(compositeType);
  if (!composite)
    return 0;
  switch (composite->op) {
  case spv::OpTypeStruct:
    return index < composite->size() ? (*composite)[index] : 0;
  case spv::OpTypeArray:
  case spv::OpTypeVector:
    return (*composite)[0];
  default:
    return 0;
  }
}

Align Translation::naturalAlignment(Type *type) const {
  return module.getDataLayout().getABITypeAlign(type);
}

} // namespace weft::compiler::spirv
