// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipe instructions (SPIR-V specification, section 3.3.23): calls of the functions that Clang emits
// for OpenCL C's.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

#include "device/base/address_spaces.h"

#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

struct PipeFunction {
  std::uint32_t op;
  StringLiteral name;
};
constexpr PipeFunction functions[] = {
    {spv::OpReadPipe, "__read_pipe_2"},
    {spv::OpWritePipe, "__write_pipe_2"},
    {spv::OpReservedReadPipe, "__read_pipe_4"},
    {spv::OpReservedWritePipe, "__write_pipe_4"},
    {spv::OpReserveReadPipePackets, "__reserve_read_pipe"},
    {spv::OpReserveWritePipePackets, "__reserve_write_pipe"},
    {spv::OpCommitReadPipe, "__commit_read_pipe"},
    {spv::OpCommitWritePipe, "__commit_write_pipe"},
    {spv::OpGetNumPipePackets, "__get_pipe_num_packets_"},
    {spv::OpGetMaxPipePackets, "__get_pipe_max_packets_"},
    {spv::OpGroupReserveReadPipePackets, "group_reserve_read_pipe"},
    {spv::OpGroupReserveWritePipePackets, "group_reserve_write_pipe"},
    {spv::OpGroupCommitReadPipe, "group_commit_read_pipe"},
    {spv::OpGroupCommitWritePipe, "group_commit_write_pipe"},
};

StringRef nameOf(const Instruction &instruction) {
  return find_if(functions, [&](const PipeFunction &one) { return one.op == instruction.op; })
      ->name;
}

// Calls a function with all operands from `first` on. Pointers to packets are generic.
Value *callWithOperands(Translation &translation, const Instruction &instruction, const Twine &name,
                        std::size_t first = 0) {
  Type *result =
      instruction.type ? translation.resultType(instruction) : Type::getVoidTy(translation.context);
  BuiltInCall call(translation, instruction, name.str());
  auto *generic = PointerType::get(translation.context, genericSpace);
  for (std::size_t index = first; index != instruction.size(); ++index) {
    Value *value = translation.operand(instruction, index);
    if (!value)
      return nullptr;
    if (value->getType()->isPointerTy())
      value = translation.builder.CreateAddrSpaceCast(value, generic);
    call.addUnnamed(value);
  }
  return call.callUnmangled(result);
}

Value *pipeFunction(Translation &translation, const Instruction &instruction) {
  return callWithOperands(translation, instruction, nameOf(instruction));
}

Value *query(Translation &translation, const Instruction &instruction) {
  const Value *pipe = translation.operand(instruction, 0);
  const auto *type = pipe ? dyn_cast<TargetExtType>(pipe->getType()) : nullptr;
  if (!type || type->getNumIntParameters() != 1)
    return translation.fail(instruction, "the operand is not a pipe");
  const bool isWritten = type->getIntParameter(0) == spv::AccessQualifierWriteOnly;
  return callWithOperands(translation, instruction,
                          nameOf(instruction) + (isWritten ? "wo" : "ro"));
}

Value *groupFunction(Translation &translation, const Instruction &instruction) {
  const auto scope = translation.number(instruction[0]);
  if (scope != spv::ScopeWorkgroup && scope != spv::ScopeSubgroup)
    return translation.fail(instruction, "only scopes Workgroup and Subgroup are supported");
  return callWithOperands(translation, instruction,
                          (scope == spv::ScopeWorkgroup ? "__work_" : "__sub_") +
                              nameOf(instruction),
                          /*first=*/1);
}

Value *isValidReservation(Translation &translation, const Instruction &instruction) {
  Value *reservation = translation.operand(instruction, 0);
  return BuiltInCall(translation, instruction, "is_valid_reserve_id")
      .add(reservation)
      .call(translation.builder.getInt1Ty());
}

constexpr Handler handlers[] = {
    {spv::OpReadPipe, pipeFunction},
    {spv::OpWritePipe, pipeFunction},
    {spv::OpReservedReadPipe, pipeFunction},
    {spv::OpReservedWritePipe, pipeFunction},
    {spv::OpReserveReadPipePackets, pipeFunction},
    {spv::OpReserveWritePipePackets, pipeFunction},
    {spv::OpCommitReadPipe, pipeFunction},
    {spv::OpCommitWritePipe, pipeFunction},
    {spv::OpIsValidReserveId, isValidReservation},
    {spv::OpGetNumPipePackets, query},
    {spv::OpGetMaxPipePackets, query},
    {spv::OpGroupReserveReadPipePackets, groupFunction},
    {spv::OpGroupReserveWritePipePackets, groupFunction},
    {spv::OpGroupCommitReadPipe, groupFunction},
    {spv::OpGroupCommitWritePipe, groupFunction},
};

} // namespace

ArrayRef<Handler> pipeHandlers() { return handlers; }

} // namespace weft::compiler::spirv
