// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Image instructions (SPIR-V specification, section 3.3.10), implemented by OpenCL C's built-ins:
// the type of texels depends on the image at run time, so the sign of integers does not matter.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

struct ImageShape {
  unsigned dimension = 0;
  bool isArray = false, isDepth = false;

  // As many as the built-ins take: three are passed as four.
  unsigned coordinates() const {
    if (dimension == spv::Dim3D)
      return 4;
    if (dimension == spv::Dim2D)
      return isArray ? 4 : 2;
    return isArray ? 2 : 1;
  }
};

std::optional<ImageShape> shapeOf(Translation &translation, const Instruction &instruction,
                                  const Value *image) {
  const auto *type = image ? dyn_cast<TargetExtType>(image->getType()) : nullptr;
  if (type && type->getName() == "spirv.Image")
    return ImageShape{type->getIntParameter(0), type->getIntParameter(2) != 0,
                      type->getIntParameter(1) == 1};
  if (image)
    translation.fail(instruction, "the operand is not an image");
  return std::nullopt;
}

// A coordinate with exactly this many components.
Value *coordinate(Translation &translation, const Instruction &instruction, Value *value,
                  unsigned count) {
  if (!value)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  const auto *vector = dyn_cast<FixedVectorType>(value->getType());
  const unsigned given = vector ? vector->getNumElements() : 1;
  if (given + (count == 4) < count || (!vector && count != 1))
    return translation.fail(instruction, "the coordinate has too few components");
  if (count == 1)
    return vector ? builder.CreateExtractElement(value, std::uint64_t{0}) : value;
  if (given == count)
    return value;
  SmallVector<int> mask;
  for (unsigned index = 0; index != count; ++index)
    mask.push_back(static_cast<int>(std::min(index, given)));
  return builder.CreateShuffleVector(value, Constant::getNullValue(value->getType()), mask);
}

StringRef texelSuffix(const Type *type) {
  const Type *element = type->getScalarType();
  return element->isHalfTy()        ? "h"
         : element->isFloatTy()     ? "f"
         : element->isIntegerTy(32) ? "i"
                                    : "";
}

// A depth image returns one number, which SPIR-V may expect as a vector.
Value *callRead(Translation &translation, const Instruction &instruction, BuiltInCall &call,
                const ImageShape &shape) {
  Type *type = translation.resultType(instruction);
  if (!type)
    return nullptr;
  const bool isWrapped = shape.isDepth && type->isVectorTy();
  Value *texel = call.call(isWrapped ? type->getScalarType() : type);
  if (!texel || !isWrapped)
    return texel;
  return translation.builder.CreateInsertElement(Constant::getNullValue(type), texel,
                                                 std::uint64_t{0});
}

Value *makeSampledImage(Translation &translation, const Instruction &instruction) {
  translation.sampledImages[instruction.result] = {instruction[0], instruction[1]};
  return nullptr;
}

Value *imageOf(Translation &translation, const Instruction &instruction) {
  const auto pair = translation.sampledImages.lookup(instruction[0]);
  return pair.image ? translation.value(pair.image)
                    : translation.fail(instruction, "the operand is not a sampled image");
}

// Operands irrelevant to 32 and 16 bits, which any access may have.
constexpr std::uint32_t plainOperands = std::uint32_t{spv::ImageOperandsSignExtendMask} |
                                        std::uint32_t{spv::ImageOperandsZeroExtendMask} |
                                        std::uint32_t{spv::ImageOperandsNontemporalMask};

// Whether the image operands, whose mask is that operand, are all supported.
bool areKnown(Translation &translation, const Instruction &instruction, std::size_t mask,
              std::uint32_t known) {
  return !(instruction[mask] & ~(known | plainOperands)) ||
         translation.fail(instruction, "these image operands are not supported");
}

// Level 0 is what reads without a level access.
bool isLevelZero(Translation &translation, Id id) {
  const Instruction *definition = translation.source.definition(id);
  if (!definition)
    return false;
  const auto *level = dyn_cast_or_null<Constant>(translation.value(id));
  return level && level->isNullValue();
}

Value *sample(Translation &translation, const Instruction &instruction) {
  const auto pair = translation.sampledImages.lookup(instruction[0]);
  if (!pair.image)
    return translation.fail(instruction, "the operand is not a sampled image");
  Value *image = translation.value(pair.image);
  Value *sampler = translation.value(pair.sampler);
  const auto shape = shapeOf(translation, instruction, image);
  Type *type = translation.resultType(instruction);
  if (!shape || !sampler || !type)
    return nullptr;
  BuiltInCall call(translation, instruction, "read_image" + texelSuffix(type).str());
  call.add(image)
      .add(translation.samplerFrom(sampler))
      .add(coordinate(translation, instruction, translation.operand(instruction, 1),
                      shape->coordinates()));
  const std::uint32_t operands = instruction[2];
  if (!areKnown(translation, instruction, 2,
                spv::ImageOperandsLodMask | spv::ImageOperandsGradMask))
    return nullptr;
  if (operands & spv::ImageOperandsGradMask)
    call.add(translation.operand(instruction, 3)).add(translation.operand(instruction, 4));
  else if (operands & spv::ImageOperandsLodMask && !isLevelZero(translation, instruction[3]))
    call.add(translation.operand(instruction, 3));
  return callRead(translation, instruction, call, *shape);
}

Value *read(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  const auto shape = values ? shapeOf(translation, instruction, (*values)[0]) : std::nullopt;
  Type *type = translation.resultType(instruction);
  if (!shape || !type || !areKnown(translation, instruction, 2, spv::ImageOperandsMaskNone))
    return nullptr;
  BuiltInCall call(translation, instruction, "read_image" + texelSuffix(type).str());
  call.add((*values)[0])
      .add(coordinate(translation, instruction, (*values)[1], shape->coordinates()));
  return callRead(translation, instruction, call, *shape);
}

Value *write(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<3>(instruction);
  const auto shape = values ? shapeOf(translation, instruction, (*values)[0]) : std::nullopt;
  if (!shape || !areKnown(translation, instruction, 3, spv::ImageOperandsLodMask))
    return nullptr;
  Value *texel = (*values)[2];
  if (shape->isDepth && texel->getType()->isVectorTy())
    texel = translation.builder.CreateExtractElement(texel, std::uint64_t{0});
  BuiltInCall call(translation, instruction, "write_image" + texelSuffix(texel->getType()).str());
  call.add((*values)[0])
      .add(coordinate(translation, instruction, (*values)[1], shape->coordinates()));
  if (instruction[3] & spv::ImageOperandsLodMask && !isLevelZero(translation, instruction[4]))
    call.add(translation.operand(instruction, 4));
  call.add(texel).call(translation.builder.getVoidTy());
  return nullptr;
}

// The sizes of a level: those of level 0, halved that many times, and at least one.
Value *sizeOfLevel(IRBuilder<> &builder, Value *size, Value *level) {
  if (!level)
    return size;
  Value *halved = builder.CreateLShr(size, builder.CreateZExtOrTrunc(level, size->getType()));
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, halved,
                                       ConstantInt::get(size->getType(), 1));
}

Value *querySize(Translation &translation, const Instruction &instruction) {
  Value *image = translation.operand(instruction, 0);
  const auto shape = shapeOf(translation, instruction, image);
  Type *type = translation.resultType(instruction);
  if (!shape || !type)
    return nullptr;
  const bool hasLevel = instruction.op == spv::OpImageQuerySizeLod;
  Value *level = hasLevel && !isLevelZero(translation, instruction[1])
                     ? translation.operand(instruction, 1)
                     : nullptr;
  IRBuilder<> &builder = translation.builder;
  SmallVector<Value *> sizes;
  const auto query = [&](StringRef name, Type *result, Value *atLevel) {
    Value *size = BuiltInCall(translation, instruction, name).add(image).call(result);
    sizes.push_back(size ? sizeOfLevel(builder, size, atLevel) : nullptr);
  };
  query("get_image_width", builder.getInt32Ty(), level);
  if (shape->dimension == spv::Dim2D || shape->dimension == spv::Dim3D)
    query("get_image_height", builder.getInt32Ty(), level);
  if (shape->dimension == spv::Dim3D)
    query("get_image_depth", builder.getInt32Ty(), level);
  if (shape->isArray)
    query("get_image_array_size", builder.getInt64Ty(), nullptr);
  if (is_contained(sizes, nullptr))
    return nullptr;
  Type *element = type->getScalarType();
  if (!element->isIntegerTy())
    return translation.fail(instruction, "the result is not an integer");
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return builder.CreateZExtOrTrunc(sizes.front(), element);
  Value *result = Constant::getNullValue(type);
  for (unsigned index = 0; index != std::min<std::size_t>(vector->getNumElements(), sizes.size());
       ++index)
    result = builder.CreateInsertElement(result, builder.CreateZExtOrTrunc(sizes[index], element),
                                         index);
  return result;
}

// SPIR-V numbers from 0 what OpenCL numbers from `base`.
Value *query(Translation &translation, const Instruction &instruction, StringRef name,
             std::uint32_t base) {
  Value *image = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!shapeOf(translation, instruction, image) || !type)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  Value *result = BuiltInCall(translation, instruction, name).add(image).call(builder.getInt32Ty());
  if (!result || !type->isIntegerTy())
    return nullptr;
  return builder.CreateZExtOrTrunc(builder.CreateSub(result, builder.getInt32(base)), type);
}

Value *queryFormat(Translation &translation, const Instruction &instruction) {
  constexpr std::uint32_t firstChannelType = 0x10D0;
  return query(translation, instruction, "get_image_channel_data_type", firstChannelType);
}
Value *queryOrder(Translation &translation, const Instruction &instruction) {
  constexpr std::uint32_t firstChannelOrder = 0x10B0;
  return query(translation, instruction, "get_image_channel_order", firstChannelOrder);
}
Value *queryLevels(Translation &translation, const Instruction &instruction) {
  return query(translation, instruction, "get_image_num_mip_levels", 0);
}

constexpr Handler handlers[] = {
    {spv::OpSampledImage, makeSampledImage},
    {spv::OpImage, imageOf},
    {spv::OpImageSampleExplicitLod, sample},
    {spv::OpImageRead, read},
    {spv::OpImageWrite, write},
    {spv::OpImageQuerySize, querySize},
    {spv::OpImageQuerySizeLod, querySize},
    {spv::OpImageQueryFormat, queryFormat},
    {spv::OpImageQueryOrder, queryOrder},
    {spv::OpImageQueryLevels, queryLevels},
};

} // namespace

ArrayRef<Handler> imageHandlers() { return handlers; }

Value *Translation::samplerFrom(Value *value) {
  if (!value->getType()->isIntegerTy(32))
    return value;
  Type *sampler = TargetExtType::get(context, "spirv.Sampler");
  FunctionCallee initializer = module.getOrInsertFunction(
      "__translate_sampler_initializer", FunctionType::get(sampler, {value->getType()}, false));
  CallInst *call = builder.CreateCall(initializer, {value});
  call->setCallingConv(CallingConv::SPIR_FUNC);
  if (auto *function = dyn_cast<Function>(initializer.getCallee()))
    function->setCallingConv(CallingConv::SPIR_FUNC);
  return call;
}

} // namespace weft::compiler::spirv
