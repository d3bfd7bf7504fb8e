// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Composite instructions (SPIR-V specification, section 3.3.12).
#include "compiler/frontend/spirv/translation.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// Components beyond the last are undefined.
Value *extractDynamic(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  if (!(*values)[0]->getType()->isVectorTy() || !(*values)[1]->getType()->isIntegerTy())
    return translation.fail(instruction, "the operand is not a vector");
  return translation.builder.CreateExtractElement((*values)[0], (*values)[1]);
}

Value *insertDynamic(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<3>(instruction);
  if (!values)
    return nullptr;
  const auto [vector, component, index] = *values;
  const auto *type = dyn_cast<FixedVectorType>(vector->getType());
  if (!type || type->getElementType() != component->getType() || !index->getType()->isIntegerTy())
    return translation.fail(instruction, "the component does not match the vector");
  return translation.builder.CreateInsertElement(vector, component, index);
}

// LLVM's shuffle requires vectors of equal length.
Value *lengthened(IRBuilder<> &builder, Value *vector, unsigned length) {
  const unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
  if (count == length)
    return vector;
  SmallVector<int> mask(length, PoisonMaskElem);
  for (unsigned index = 0; index != count; ++index)
    mask[index] = static_cast<int>(index);
  return builder.CreateShuffleVector(vector, mask);
}

Value *shuffle(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  const auto *one = dyn_cast<FixedVectorType>((*values)[0]->getType());
  const auto *other = dyn_cast<FixedVectorType>((*values)[1]->getType());
  if (!one || !other || one->getElementType() != other->getElementType())
    return translation.fail(instruction, "the operands are not vectors of one type");
  const unsigned first = one->getNumElements(), second = other->getNumElements();
  const unsigned length = std::max(first, second);
  SmallVector<int> mask;
  constexpr std::uint32_t undefined = 0xffffffff;
  for (const std::uint32_t component : instruction.from(2)) {
    if (component != undefined && component >= first + second)
      return translation.fail(instruction, "there is no component " + Twine(component));
    mask.push_back(component == undefined ? PoisonMaskElem
                   : component < first    ? static_cast<int>(component)
                                          : static_cast<int>(component - first + length));
  }
  if (mask.empty())
    return translation.fail(instruction, "the result has no components");
  IRBuilder<> &builder = translation.builder;
  return builder.CreateShuffleVector(lengthened(builder, (*values)[0], length),
                                     lengthened(builder, (*values)[1], length), mask);
}

// A vector is constructed from scalars and shorter vectors.
Value *constructVector(Translation &translation, const Instruction &instruction,
                       FixedVectorType *type) {
  IRBuilder<> &builder = translation.builder;
  Value *result = PoisonValue::get(type);
  std::uint64_t place = 0;
  for (std::size_t index = 0; index != instruction.size(); ++index) {
    Value *part = translation.operand(instruction, index);
    if (!part)
      return nullptr;
    const auto *vector = dyn_cast<FixedVectorType>(part->getType());
    const unsigned count = vector ? vector->getNumElements() : 1;
    if (part->getType()->getScalarType() != type->getElementType() ||
        place + count > type->getNumElements())
      return translation.fail(instruction, "the constituents do not match the vector");
    for (unsigned component = 0; component != count; ++component) {
      Value *element = vector ? builder.CreateExtractElement(part, component) : part;
      result = builder.CreateInsertElement(result, element, place++);
    }
  }
  return place == type->getNumElements()
             ? result
             : translation.fail(instruction, "the vector has more components");
}

Value *construct(Translation &translation, const Instruction &instruction) {
  Type *type = translation.resultType(instruction);
  if (!type)
    return nullptr;
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return constructVector(translation, instruction, vector);
  Value *result = type->isAggregateType() ? PoisonValue::get(type) : nullptr;
  const std::uint64_t count = type->isStructTy()  ? type->getStructNumElements()
                              : type->isArrayTy() ? type->getArrayNumElements()
                                                  : 0;
  if (!result || count != instruction.size())
    return translation.fail(instruction, "the constituents do not match the type");
  for (std::size_t index = 0; index != instruction.size(); ++index) {
    Value *part = translation.operand(instruction, index);
    if (!part)
      return nullptr;
    if (part->getType() != ExtractValueInst::getIndexedType(type, {static_cast<unsigned>(index)}))
      return translation.fail(instruction, "a constituent does not match the type");
    result = translation.builder.CreateInsertValue(result, part, {static_cast<unsigned>(index)});
  }
  return result;
}

// Indices step through structures and arrays; the last may be a vector component.
struct Path {
  SmallVector<unsigned> aggregate;
  std::optional<unsigned> component;
  Type *type = nullptr; ///< at the end of the path; null if the path is invalid
};

Path pathOf(Type *type, ArrayRef<std::uint32_t> indices) {
  Path path;
  for (const std::uint32_t index : indices) {
    if (path.component)
      return {};
    if (const auto *vector = dyn_cast<FixedVectorType>(type)) {
      if (index >= vector->getNumElements())
        return {};
      path.component = index;
      type = vector->getElementType();
      continue;
    }
    type = ExtractValueInst::getIndexedType(type, {index});
    if (!type)
      return {};
    path.aggregate.push_back(index);
  }
  path.type = type;
  return path;
}

Value *extract(Translation &translation, const Instruction &instruction) {
  Value *composite = translation.operand(instruction, 0);
  if (!composite)
    return nullptr;
  const Path path = pathOf(composite->getType(), instruction.from(1));
  if (!path.type)
    return translation.fail(instruction, "the composite has no such member");
  IRBuilder<> &builder = translation.builder;
  if (!path.aggregate.empty())
    composite = builder.CreateExtractValue(composite, path.aggregate);
  return path.component ? builder.CreateExtractElement(composite, *path.component) : composite;
}

Value *insert(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values)
    return nullptr;
  auto [part, composite] = *values;
  const Path path = pathOf(composite->getType(), instruction.from(2));
  if (path.type != part->getType())
    return translation.fail(instruction, "the composite has no such member");
  IRBuilder<> &builder = translation.builder;
  if (path.component) {
    Value *vector =
        path.aggregate.empty() ? composite : builder.CreateExtractValue(composite, path.aggregate);
    part = builder.CreateInsertElement(vector, part, *path.component);
  }
  return path.aggregate.empty() ? part : builder.CreateInsertValue(composite, part, path.aggregate);
}

// The same composite as another type.
Value *copyTo(IRBuilder<> &builder, Value *value, Type *type) {
  if (value->getType() == type)
    return value;
  const bool isStructure = type->isStructTy() && value->getType()->isStructTy();
  const bool isArray = type->isArrayTy() && value->getType()->isArrayTy();
  if (!isStructure && !isArray)
    return nullptr;
  const std::uint64_t count =
      isStructure ? type->getStructNumElements() : type->getArrayNumElements();
  if (count != (isStructure ? value->getType()->getStructNumElements()
                            : value->getType()->getArrayNumElements()))
    return nullptr;
  Value *result = PoisonValue::get(type);
  for (unsigned index = 0; index != count; ++index) {
    Value *part = copyTo(builder, builder.CreateExtractValue(value, index),
                         ExtractValueInst::getIndexedType(type, {index}));
    if (!part)
      return nullptr;
    result = builder.CreateInsertValue(result, part, index);
  }
  return result;
}

Value *copyObject(Translation &translation, const Instruction &instruction) {
  return translation.operand(instruction, 0);
}

Value *copyLogical(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!value || !type)
    return nullptr;
  Value *copy = copyTo(translation.builder, value, type);
  return copy ? copy : translation.fail(instruction, "the types do not match");
}

constexpr Handler handlers[] = {
    {spv::OpVectorExtractDynamic, extractDynamic},
    {spv::OpVectorInsertDynamic, insertDynamic},
    {spv::OpVectorShuffle, shuffle},
    {spv::OpCompositeConstruct, construct},
    {spv::OpCompositeExtract, extract},
    {spv::OpCompositeInsert, insert},
    {spv::OpCopyObject, copyObject},
    {spv::OpCopyLogical, copyLogical},
};

} // namespace

ArrayRef<Handler> compositeHandlers() { return handlers; }

} // namespace weft::compiler::spirv
