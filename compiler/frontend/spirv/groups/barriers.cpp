// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers (SPIR-V specification, section 3.3.20, and SPV_INTEL_split_barrier).
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/groups/group_scope.h"
#include "compiler/frontend/spirv/semantics.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

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
  const GroupScope *scope = groupScope(translation, instruction, instruction[0]);
  if (!scope)
    return nullptr;
  BuiltInCall(translation, instruction, scope->prefix.str() + "barrier", Sign::Unsigned)
      .add(fenceFlags(translation, instruction[2]))
      .addEnum(memoryScope(translation, instruction[1]), "memory_scope")
      .call(translation.builder.getVoidTy());
  return nullptr;
}

// The wait is the barrier. What comes between the two may tell other groups of what came before.
Value *arrive(Translation &translation, const Instruction &instruction) {
  callFence(translation, instruction, instruction[1], instruction[2]);
  return nullptr;
}

constexpr Handler handlers[] = {
    {spv::OpControlBarrier, controlBarrier},
    {spv::OpControlBarrierArriveINTEL, arrive},
    {spv::OpControlBarrierWaitINTEL, controlBarrier},
    {spv::OpMemoryBarrier, memoryBarrier},
};

} // namespace

ArrayRef<Handler> barrierHandlers() { return handlers; }

} // namespace weft::compiler::spirv
