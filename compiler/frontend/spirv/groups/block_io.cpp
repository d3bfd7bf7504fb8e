// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block reads and writes of sub-groups (SPV_INTEL_subgroups): neighbouring work-items' elements are
// adjacent, in memory and in images.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/groups/group_scope.h"

#include "device/base/address_spaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// The type of a block in OpenCL C, where all consist of unsigned integers.
struct Block {
  Type *type = nullptr;
  std::string suffix; ///< of the functions' names: "_us4"
};

std::optional<Block> blockOf(Translation &translation, const Instruction &instruction,
                             const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  const unsigned count = vector ? vector->getNumElements() : 1;
  const Type *element = type->getScalarType();
  const unsigned bits = element->isIntegerTy() || element->isFloatingPointTy()
                            ? static_cast<unsigned>(element->getPrimitiveSizeInBits())
                            : 0;
  const StringRef letter = bits == 8    ? "_uc"
                           : bits == 16 ? "_us"
                           : bits == 32 ? "_ui"
                           : bits == 64 ? "_ul"
                                        : "";
  const unsigned most = bits < 32 ? 16 : 8;
  if (letter.empty() || count == 3 || count > most) {
    translation.fail(instruction, "there are no blocks of this type");
    return std::nullopt;
  }
  Type *integer = translation.builder.getIntNTy(bits);
  return Block{vector ? FixedVectorType::get(integer, count) : integer,
               letter.str() + (vector ? utostr(count) : "")};
}

// The pointer's type adds nothing to the block's.
bool isPointerToBlocks(Translation &translation, const Instruction &instruction,
                       const Value *pointer) {
  const Type *type = pointer->getType();
  const unsigned space = type->isPointerTy() ? type->getPointerAddressSpace() : privateSpace;
  return space == globalSpace || space == localSpace ||
         translation.fail(instruction, "the pointer is not to storage class CrossWorkgroup or "
                                       "Workgroup");
}

Value *read(Translation &translation, const Instruction &instruction) {
  Value *pointer = translation.operand(instruction, 0);
  Type *type = translation.resultType(instruction);
  if (!pointer || !type || !isPointerToBlocks(translation, instruction, pointer))
    return nullptr;
  const auto block = blockOf(translation, instruction, type);
  if (!block)
    return nullptr;
  Value *result =
      BuiltInCall(translation, instruction, "intel_sub_group_block_read" + block->suffix)
          .addPointer(pointer, block->type->getScalarType(), Sign::Unsigned,
                      /*isConst=*/true)
          .call(block->type);
  return result ? translation.builder.CreateBitCast(result, type) : nullptr;
}

Value *write(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  if (!values || !isPointerToBlocks(translation, instruction, (*values)[0]))
    return nullptr;
  const auto [pointer, data] = *values;
  const auto block = blockOf(translation, instruction, data->getType());
  if (!block)
    return nullptr;
  BuiltInCall(translation, instruction, "intel_sub_group_block_write" + block->suffix)
      .addPointer(pointer, block->type->getScalarType(), Sign::Unsigned)
      .add(translation.builder.CreateBitCast(data, block->type), Sign::Unsigned)
      .call(translation.builder.getVoidTy());
  return nullptr;
}

bool isPlace(Translation &translation, const Instruction &instruction, const Value *image,
             const Value *place) {
  const auto *type = dyn_cast<TargetExtType>(image->getType());
  constexpr unsigned dimension = 0, depth = 1, arrayed = 2;
  if (!type || type->getName() != "spirv.Image" || type->getIntParameter(dimension) != spv::Dim2D ||
      type->getIntParameter(depth) == 1 || type->getIntParameter(arrayed))
    return translation.fail(instruction, "the operand is not a simple two-dimensional image");
  Type *const number = translation.builder.getInt32Ty();
  return place->getType() == FixedVectorType::get(number, 2) ||
         translation.fail(instruction, "the coordinate is not two 32-bit integers");
}

Value *readImage(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction);
  Type *type = translation.resultType(instruction);
  if (!values || !type)
    return nullptr;
  const auto [image, place] = *values;
  const auto block = blockOf(translation, instruction, type);
  if (!block || !isPlace(translation, instruction, image, place))
    return nullptr;
  Value *result =
      BuiltInCall(translation, instruction, "intel_sub_group_block_read" + block->suffix)
          .add(image)
          .add(place)
          .call(block->type);
  return result ? translation.builder.CreateBitCast(result, type) : nullptr;
}

Value *writeImage(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<3>(instruction);
  if (!values)
    return nullptr;
  const auto [image, place, data] = *values;
  const auto block = blockOf(translation, instruction, data->getType());
  if (!block || !isPlace(translation, instruction, image, place))
    return nullptr;
  BuiltInCall(translation, instruction, "intel_sub_group_block_write" + block->suffix)
      .add(image)
      .add(place)
      .add(translation.builder.CreateBitCast(data, block->type), Sign::Unsigned)
      .call(translation.builder.getVoidTy());
  return nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpSubgroupBlockReadINTEL, read},
    {spv::OpSubgroupBlockWriteINTEL, write},
    {spv::OpSubgroupImageBlockReadINTEL, readImage},
    {spv::OpSubgroupImageBlockWriteINTEL, writeImage},
};

} // namespace

ArrayRef<Handler> blockHandlers() { return handlers; }

} // namespace weft::compiler::spirv
