// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and group instructions (SPIR-V specification, sections 3.3.20 and 3.3.21).
#include "compiler/frontend/spirv/built_in_call.h"
#include "compiler/frontend/spirv/semantics.h"
#include "compiler/frontend/spirv/translation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// What the built-ins of a scope begin with. Scopes that come to Weft are one line each.
struct GroupScope {
  spv::Scope scope;
  StringLiteral prefix;
};
constexpr GroupScope groupScopes[] = {
    {spv::ScopeWorkgroup, "work_group_"},
};

// Nothing, with a line in the log, for a scope that is not there.
std::optional<StringRef> prefixOf(Translation &translation, const Instruction &instruction,
                                  Id scopeId) {
  const auto scope = translation.number(scopeId);
  const auto *known = scope ? find_if(groupScopes,
                                      [&](const GroupScope &one) {
                                        return one.scope == static_cast<spv::Scope>(*scope);
                                      })
                            : std::end(groupScopes);
  if (known != std::end(groupScopes))
    return known->prefix;
  translation.fail(instruction, scope ? "execution scope " +
                                            scopeName(static_cast<std::uint32_t>(*scope)) +
                                            " is not supported"
                                      : "the execution scope is no constant");
  return std::nullopt;
}

void callFence(Translation &translation, const Instruction &instruction, Id scope, Id semantics) {
  BuiltInCall(translation, instruction, "atomic_work_item_fence", Sign::Unsigned)
      .add(fenceFlags(translation, semantics))
      .addEnum(memoryOrder(translation, semantics), "memory_order")
      .addEnum(memoryScope(translation, scope), "memory_scope")
      .call(translation.builder.getVoidTy());
}

Value *memoryBarrier(Translation &translation, const Instruction &instruction) {
  callFence(translation, instruction, instruction[0], instruction[1]);
  return nullptr;
}

Value *controlBarrier(Translation &translation, const Instruction &instruction) {
  if (translation.number(instruction[0]) == spv::ScopeInvocation) {
    callFence(translation, instruction, instruction[1], instruction[2]);
    return nullptr;
  }
  const auto prefix = prefixOf(translation, instruction, instruction[0]);
  if (!prefix)
    return nullptr;
  BuiltInCall(translation, instruction, prefix->str() + "barrier", Sign::Unsigned)
      .add(fenceFlags(translation, instruction[2]))
      .addEnum(memoryScope(translation, instruction[1]), "memory_scope")
      .call(translation.builder.getVoidTy());
  return nullptr;
}

// Nobody waits where the others arrive: the wait is the barrier.
Value *arrive(Translation &, const Instruction &) { return nullptr; }

Value *allOrAny(Translation &translation, const Instruction &instruction) {
  const auto prefix = prefixOf(translation, instruction, instruction[0]);
  Value *predicate = translation.operand(instruction, 1);
  if (!prefix || !predicate)
    return nullptr;
  if (!predicate->getType()->isIntegerTy(1))
    return translation.fail(instruction, "the predicate is not boolean");
  IRBuilder<> &builder = translation.builder;
  Value *result = BuiltInCall(translation, instruction,
                              prefix->str() + (instruction.op == spv::OpGroupAll ? "all" : "any"))
                      .add(builder.CreateZExt(predicate, builder.getInt32Ty()))
                      .call(builder.getInt32Ty());
  return result ? builder.CreateICmpNE(result, builder.getInt32(0)) : nullptr;
}

// The collectives of OpenCL C have numbers of 32 and 64 bits, and half.
Value *widened(IRBuilder<> &builder, Value *value, Sign sign) {
  Type *type = value->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() >= 32)
    return value;
  return sign == Sign::Signed ? builder.CreateSExt(value, builder.getInt32Ty())
                              : builder.CreateZExt(value, builder.getInt32Ty());
}

// The work-item whose value all get: a linear id, or one for each dimension.
Value *broadcast(Translation &translation, const Instruction &instruction) {
  const auto prefix = prefixOf(translation, instruction, instruction[0]);
  const auto values = prefix ? translation.operands<2>(instruction, 1) : std::nullopt;
  if (!values)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  const auto [value, place] = *values;
  Type *type = value->getType();
  if (type->isVectorTy() || type->isAggregateType())
    return translation.fail(instruction, "only scalars can be broadcast");
  BuiltInCall call(translation, instruction, prefix->str() + "broadcast");
  Value *wide = widened(builder, value, Sign::Signed);
  call.add(wide);
  const auto *dimensions = dyn_cast<FixedVectorType>(place->getType());
  for (unsigned index = 0; index != (dimensions ? dimensions->getNumElements() : 1); ++index) {
    Value *id = dimensions ? builder.CreateExtractElement(place, index) : place;
    call.add(builder.CreateZExtOrTrunc(id, builder.getInt64Ty()), Sign::Unsigned);
  }
  Value *result = call.call(wide->getType());
  return result && wide->getType() != type ? builder.CreateTrunc(result, type) : result;
}

struct Collective {
  std::uint32_t op;
  StringLiteral name;
  Sign sign;
};
constexpr Collective collectives[] = {
    {spv::OpGroupIAdd, "add", Sign::Signed},   {spv::OpGroupFAdd, "add", Sign::Signed},
    {spv::OpGroupFMin, "min", Sign::Signed},   {spv::OpGroupUMin, "min", Sign::Unsigned},
    {spv::OpGroupSMin, "min", Sign::Signed},   {spv::OpGroupFMax, "max", Sign::Signed},
    {spv::OpGroupUMax, "max", Sign::Unsigned}, {spv::OpGroupSMax, "max", Sign::Signed},
};

// Operators that OpenCL C has no built-ins for are the collectives of Weft's passes.
constexpr Collective uniformCollectives[] = {
    {spv::OpGroupIMulKHR, "mul", Sign::Signed},
    {spv::OpGroupFMulKHR, "mul", Sign::Signed},
    {spv::OpGroupBitwiseAndKHR, "and", Sign::Signed},
    {spv::OpGroupBitwiseOrKHR, "or", Sign::Signed},
    {spv::OpGroupBitwiseXorKHR, "xor", Sign::Signed},
    {spv::OpGroupLogicalAndKHR, "and", Sign::Signed},
    {spv::OpGroupLogicalOrKHR, "or", Sign::Signed},
    {spv::OpGroupLogicalXorKHR, "xor", Sign::Signed},
};

// The first work-item of an exclusive scan gets the identity, which is that of the narrow type.
Value *narrowed(IRBuilder<> &builder, Value *result, IntegerType *type,
                const Collective &collective) {
  const unsigned wide = result->getType()->getIntegerBitWidth(), bits = type->getBitWidth();
  const bool isSigned = collective.sign == Sign::Signed;
  if (collective.name == "min") {
    const APInt most =
        isSigned ? APInt::getSignedMaxValue(bits).sext(wide) : APInt::getMaxValue(bits).zext(wide);
    result = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, result,
                                           builder.getInt(most));
  } else if (collective.name == "max" && isSigned) {
    result = builder.CreateBinaryIntrinsic(
        Intrinsic::smax, result, builder.getInt(APInt::getSignedMinValue(bits).sext(wide)));
  }
  return builder.CreateTrunc(result, type);
}

Value *collective(Translation &translation, const Instruction &instruction) {
  const auto *known =
      find_if(collectives, [&](const Collective &one) { return one.op == instruction.op; });
  const auto prefix = prefixOf(translation, instruction, instruction[0]);
  if (!prefix)
    return nullptr;
  Value *value = translation.operand(instruction, 2);
  if (!value)
    return nullptr;
  constexpr StringLiteral operations[] = {"reduce_", "scan_inclusive_", "scan_exclusive_"};
  if (instruction[1] >= std::size(operations))
    return translation.fail(instruction, "group operation " + groupOperationName(instruction[1]) +
                                             " is not supported");
  IRBuilder<> &builder = translation.builder;
  Type *type = value->getType();
  Value *wide = widened(builder, value, known->sign);
  Value *result =
      BuiltInCall(translation, instruction,
                  (*prefix + operations[instruction[1]] + known->name).str(), known->sign)
          .add(wide)
          .call(wide->getType());
  return result && wide != value ? narrowed(builder, result, cast<IntegerType>(type), *known)
                                 : result;
}

Value *uniformCollective(Translation &translation, const Instruction &instruction) {
  const auto *known =
      find_if(uniformCollectives, [&](const Collective &one) { return one.op == instruction.op; });
  Value *value = translation.operand(instruction, 2);
  if (!value)
    return nullptr;
  if (translation.number(instruction[0]) != spv::ScopeWorkgroup)
    return translation.fail(instruction, "only scope Workgroup is supported");
  constexpr StringLiteral operations[] = {"reduce_", "scan_inclusive_", "scan_exclusive_"};
  Type *type = value->getType();
  const bool isNumber = type->isIntegerTy() || type->isFloatingPointTy();
  if (!isNumber || instruction[1] >= std::size(operations))
    return translation.fail(instruction, "this collective is not supported");
  IRBuilder<> &builder = translation.builder;
  const bool isBool = type->isIntegerTy(1);
  Value *wide = widened(builder, value, isBool ? Sign::Unsigned : Sign::Signed);
  const std::string suffix = (wide->getType()->isIntegerTy() ? "_i" : "_f") +
                             utostr(wide->getType()->getPrimitiveSizeInBits());
  Value *result =
      BuiltInCall(translation, instruction,
                  ("__weft_collective_" + operations[instruction[1]] + known->name).str() + suffix)
          .add(wide)
          .callUnmangled(wide->getType());
  if (!result || wide == value)
    return result;
  return isBool ? builder.CreateICmpNE(result, builder.getInt32(0))
                : builder.CreateTrunc(result, type);
}

// Which elements a copy has is in its name: the pointers tell.
Value *asyncCopy(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<5>(instruction, 1);
  const Id elementId = translation.pointeeId(translation.source.typeOf(instruction[1]));
  Type *element = elementId ? translation.type(elementId) : nullptr;
  Type *event = translation.resultType(instruction);
  if (!values || !event)
    return nullptr;
  if (!element)
    return translation.fail(instruction, "the pointers have no type");
  IRBuilder<> &builder = translation.builder;
  const auto [target, source, count, stride, before] = *values;
  const bool isContiguous = translation.number(instruction[4]) == 1;
  BuiltInCall call(translation, instruction,
                   isContiguous ? "async_work_group_copy" : "async_work_group_strided_copy");
  call.addPointer(target, element, Sign::Signed)
      .addPointer(source, element, Sign::Signed, /*isConst=*/true)
      .add(builder.CreateZExtOrTrunc(count, builder.getInt64Ty()), Sign::Unsigned);
  if (!isContiguous)
    call.add(builder.CreateZExtOrTrunc(stride, builder.getInt64Ty()), Sign::Unsigned);
  return call.add(before).call(event);
}

Value *waitForEvents(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<2>(instruction, 1);
  if (!values)
    return nullptr;
  const auto [count, events] = *values;
  BuiltInCall(translation, instruction, "wait_group_events")
      .add(count)
      .addPointer(events, TargetExtType::get(translation.context, "spirv.Event"), Sign::Signed)
      .call(translation.builder.getVoidTy());
  return nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpControlBarrier, controlBarrier},
    {spv::OpControlBarrierArriveINTEL, arrive},
    {spv::OpControlBarrierWaitINTEL, controlBarrier},
    {spv::OpMemoryBarrier, memoryBarrier},
    {spv::OpGroupAll, allOrAny},
    {spv::OpGroupAny, allOrAny},
    {spv::OpGroupBroadcast, broadcast},
    {spv::OpGroupIAdd, collective},
    {spv::OpGroupFAdd, collective},
    {spv::OpGroupFMin, collective},
    {spv::OpGroupUMin, collective},
    {spv::OpGroupSMin, collective},
    {spv::OpGroupFMax, collective},
    {spv::OpGroupUMax, collective},
    {spv::OpGroupSMax, collective},
    {spv::OpGroupIMulKHR, uniformCollective},
    {spv::OpGroupFMulKHR, uniformCollective},
    {spv::OpGroupBitwiseAndKHR, uniformCollective},
    {spv::OpGroupBitwiseOrKHR, uniformCollective},
    {spv::OpGroupBitwiseXorKHR, uniformCollective},
    {spv::OpGroupLogicalAndKHR, uniformCollective},
    {spv::OpGroupLogicalOrKHR, uniformCollective},
    {spv::OpGroupLogicalXorKHR, uniformCollective},
    {spv::OpGroupAsyncCopy, asyncCopy},
    {spv::OpGroupWaitEvents, waitForEvents},
};

} // namespace

ArrayRef<Handler> groupHandlers() { return handlers; }

} // namespace weft::compiler::spirv
