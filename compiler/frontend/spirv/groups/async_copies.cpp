// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies by work-groups (SPIR-V specification, section 3.3.21).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

// The name contains the element type, from the pointers.
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
      .add(translation.resized(instruction, count, builder.getInt64Ty()), Sign::Unsigned);
  if (!isContiguous)
    call.add(translation.resized(instruction, stride, builder.getInt64Ty()), Sign::Unsigned);
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
    {spv::OpGroupAsyncCopy, asyncCopy},
    {spv::OpGroupWaitEvents, waitForEvents},
};

} // namespace

ArrayRef<Handler> asyncCopyHandlers() { return handlers; }

} // namespace weft::compiler::spirv
