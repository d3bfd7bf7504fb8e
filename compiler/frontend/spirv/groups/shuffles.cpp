// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges between work-items: broadcasts, shuffles and rotations (SPIR-V specification, sections
// 3.3.21 and 3.3.24, SPV_KHR_subgroup_rotate and SPV_INTEL_subgroups).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/groups/group_scope.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// Numbers of at least `least` bits, which the built-ins take instead of narrower ones.
Value *widened(IRBuilder<> &builder, Value *value, unsigned least) {
  const Type *type = value->getType();
  return type->isIntegerTy() && type->getIntegerBitWidth() < least
             ? builder.CreateZExt(value, builder.getIntNTy(least))
             : value;
}

Value *narrowedTo(IRBuilder<> &builder, Value *result, Type *type) {
  return result && result->getType() != type ? builder.CreateTrunc(result, type) : result;
}

// In a work-group: a linear id, or one per dimension.
Value *broadcastInWorkGroup(Translation &translation, const Instruction &instruction, Value *value,
                            Value *place) {
  IRBuilder<> &builder = translation.builder;
  BuiltInCall call(translation, instruction, "work_group_broadcast");
  Value *wide = widened(builder, value, 32);
  call.add(wide);
  const auto *dimensions = dyn_cast<FixedVectorType>(place->getType());
  for (unsigned dimension = 0; dimension != (dimensions ? dimensions->getNumElements() : 1);
       ++dimension) {
    Value *id = dimensions ? builder.CreateExtractElement(place, dimension) : place;
    call.add(translation.resized(instruction, id, builder.getInt64Ty()), Sign::Unsigned);
  }
  return narrowedTo(builder, call.call(wide->getType()), value->getType());
}

// Calls a sub-group built-in for each component of the values, each with the same `indices`.
Value *move(Translation &translation, const Instruction &instruction, StringRef function,
            ArrayRef<Value *> values, ArrayRef<Value *> indices, Sign firstIndex = Sign::Unsigned) {
  if (is_contained(indices, nullptr))
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  return eachComponent(translation, instruction, values, [&](ArrayRef<Value *> components) {
    BuiltInCall call(translation, instruction, function);
    Value *number = nullptr;
    for (Value *component : components)
      call.add(number = widened(builder, component, 8));
    for (const auto &[place, one] : enumerate(indices))
      call.add(one, place == 0 ? firstIndex : Sign::Unsigned);
    return narrowedTo(builder, call.call(number->getType()), components[0]->getType());
  });
}

Value *broadcast(Translation &translation, const Instruction &instruction) {
  const GroupScope *scope = groupScope(translation, instruction, instruction[0]);
  const auto values = scope ? translation.operands<2>(instruction, 1) : std::nullopt;
  if (!values)
    return nullptr;
  const auto [value, place] = *values;
  if (scope->isSubgroup())
    return move(translation, instruction, "sub_group_broadcast", value,
                index(translation, instruction, 2));
  if (!place->getType()->isIntOrIntVectorTy())
    return translation.fail(instruction, "the index is not an integer");
  return eachComponent(translation, instruction, value, [&](ArrayRef<Value *> components) {
    return broadcastInWorkGroup(translation, instruction, components[0], place);
  });
}

Value *broadcastFirst(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 1);
  return requireSubgroup(translation, instruction, instruction[0])
             ? move(translation, instruction, "sub_group_broadcast_first", value, {})
             : nullptr;
}

Value *rotate(Translation &translation, const Instruction &instruction) {
  if (!requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  constexpr std::size_t clusterSize = 3;
  Value *value = translation.operand(instruction, 1);
  SmallVector<Value *> indices{index(translation, instruction, 2)};
  const bool isClustered = instruction.size() > clusterSize;
  if (isClustered)
    indices.push_back(index(translation, instruction, clusterSize));
  return move(translation, instruction,
              isClustered ? "sub_group_clustered_rotate" : "sub_group_rotate", value, indices,
              Sign::Signed);
}

struct Shuffle {
  std::uint32_t op;
  StringLiteral function;
};

constexpr Shuffle nonUniformShuffles[] = {
    {spv::OpGroupNonUniformBroadcast, "sub_group_non_uniform_broadcast"},
    {spv::OpGroupNonUniformShuffle, "sub_group_shuffle"},
    {spv::OpGroupNonUniformShuffleXor, "sub_group_shuffle_xor"},
    {spv::OpGroupNonUniformShuffleUp, "sub_group_shuffle_up"},
    {spv::OpGroupNonUniformShuffleDown, "sub_group_shuffle_down"},
};
constexpr Shuffle intelShuffles[] = {
    {spv::OpSubgroupShuffleINTEL, "intel_sub_group_shuffle"},
    {spv::OpSubgroupShuffleDownINTEL, "intel_sub_group_shuffle_down"},
    {spv::OpSubgroupShuffleUpINTEL, "intel_sub_group_shuffle_up"},
    {spv::OpSubgroupShuffleXorINTEL, "intel_sub_group_shuffle_xor"},
};

StringRef functionIn(ArrayRef<Shuffle> shuffles, std::uint32_t op) {
  return find_if(shuffles, [&](const Shuffle &one) { return one.op == op; })->function;
}

Value *shuffle(Translation &translation, const Instruction &instruction) {
  Value *value = translation.operand(instruction, 1);
  if (!requireSubgroup(translation, instruction, instruction[0]))
    return nullptr;
  return move(translation, instruction, functionIn(nonUniformShuffles, instruction.op), value,
              index(translation, instruction, 2));
}

// The index follows one value, or two that are concatenated.
Value *intelShuffle(Translation &translation, const Instruction &instruction) {
  const std::size_t count = instruction.op == spv::OpSubgroupShuffleDownINTEL ||
                                    instruction.op == spv::OpSubgroupShuffleUpINTEL
                                ? 2
                                : 1;
  SmallVector<Value *> values;
  for (std::size_t operand = 0; operand != count; ++operand)
    values.push_back(translation.operand(instruction, operand));
  return move(translation, instruction, functionIn(intelShuffles, instruction.op), values,
              index(translation, instruction, count));
}

constexpr Handler handlers[] = {
    {spv::OpGroupBroadcast, broadcast},
    {spv::OpGroupNonUniformBroadcast, shuffle},
    {spv::OpGroupNonUniformBroadcastFirst, broadcastFirst},
    {spv::OpGroupNonUniformShuffle, shuffle},
    {spv::OpGroupNonUniformShuffleXor, shuffle},
    {spv::OpGroupNonUniformShuffleUp, shuffle},
    {spv::OpGroupNonUniformShuffleDown, shuffle},
    {spv::OpGroupNonUniformRotateKHR, rotate},
    {spv::OpSubgroupShuffleINTEL, intelShuffle},
    {spv::OpSubgroupShuffleDownINTEL, intelShuffle},
    {spv::OpSubgroupShuffleUpINTEL, intelShuffle},
    {spv::OpSubgroupShuffleXorINTEL, intelShuffle},
};

} // namespace

ArrayRef<Handler> shuffleHandlers() { return handlers; }

} // namespace weft::compiler::spirv
