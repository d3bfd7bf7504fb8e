// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device-side enqueue instructions (SPIR-V specification, section 3.3.22): calls of the functions
// that Clang emits for OpenCL C's.
//
// An instruction has a function to run and memory with its parameter. Clang would have made a
// block: a literal, here with the parameter at a fixed offset, and a kernel that calls the
// function, as compiler/passes/normalise/block_kernels.h expects.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

#include "device/base/address_spaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

/// The offset of the parameter in a literal, which starts with its size.
constexpr std::uint64_t parameterPlace = 128;

AllocaInst *privateMemory(Translation &translation, Type *type) {
  IRBuilder<> builder(&*translation.currentFunction->getEntryBlock().getFirstInsertionPt());
  return builder.CreateAlloca(type);
}

Value *generic(Translation &translation, Value *pointer) {
  return translation.builder.CreateAddrSpaceCast(
      pointer, PointerType::get(translation.context, genericSpace));
}

// The kernel of a function, created when it is first enqueued.
Function *kernelOf(Translation &translation, const Instruction &instruction, Id invoke) {
  Function *function = translation.function(invoke);
  if (!function || function->arg_empty() || !function->getArg(0)->getType()->isPointerTy())
    return translation.fail(instruction, "this function cannot be enqueued");
  const std::string name = "__weft_" + utostr(invoke) + "_block_invoke_kernel";
  if (Function *known = translation.module.getFunction(name))
    return known;
  SmallVector<Type *> types{PointerType::get(translation.context, genericSpace)};
  append_range(types, function->getFunctionType()->params().drop_front());
  Function *kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(translation.context), types, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, name, translation.module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  IRBuilder<> builder(BasicBlock::Create(translation.context, "", kernel));
  Value *parameter =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), kernel->getArg(0), parameterPlace);
  SmallVector<Value *> arguments{
      builder.CreateAddrSpaceCast(parameter, function->getArg(0)->getType())};
  for (Argument &argument : drop_begin(kernel->args()))
    arguments.push_back(&argument);
  builder.CreateCall(function, arguments)->setCallingConv(function->getCallingConv());
  builder.CreateRetVoid();
  return kernel;
}

Value *literalOf(Translation &translation, const Instruction &instruction, Id parameter,
                 Id parameterSize) {
  Value *source = translation.value(parameter);
  const auto size = translation.number(parameterSize);
  if (!source)
    return nullptr;
  if (!size)
    return translation.fail(instruction, "the size of the parameter is not constant");
  IRBuilder<> &builder = translation.builder;
  const std::uint64_t bytes = parameterPlace + *size;
  AllocaInst *literal = privateMemory(translation, ArrayType::get(builder.getInt8Ty(), bytes));
  literal->setAlignment(Align(parameterPlace));
  builder.CreateStore(builder.getInt32(static_cast<std::uint32_t>(bytes)), literal);
  if (*size)
    builder.CreateMemCpy(
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), literal, parameterPlace),
        Align(parameterPlace), source, Align(1), *size);
  return generic(translation, literal);
}

// Modules have the range as a value or in memory.
Value *rangeOf(Translation &translation, Id id) {
  Value *range = translation.value(id);
  if (!range)
    return nullptr;
  Type *pointer = PointerType::get(translation.context, privateSpace);
  if (range->getType()->isPointerTy())
    return translation.builder.CreateAddrSpaceCast(range, pointer);
  AllocaInst *memory = privateMemory(translation, range->getType());
  translation.builder.CreateStore(range, memory);
  return memory;
}

Value *localSizes(Translation &translation, const Instruction &instruction, std::size_t first) {
  IRBuilder<> &builder = translation.builder;
  if (first >= instruction.size())
    return ConstantPointerNull::get(PointerType::get(translation.context, privateSpace));
  AllocaInst *sizes =
      privateMemory(translation, ArrayType::get(builder.getInt64Ty(), instruction.size() - first));
  for (std::size_t index = first; index != instruction.size(); ++index) {
    Value *bytes = translation.resized(instruction, translation.operand(instruction, index),
                                       builder.getInt64Ty());
    if (!bytes)
      return nullptr;
    Value *at = builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), sizes, index - first);
    builder.CreateStore(bytes, at);
  }
  return sizes;
}

Value *enqueueKernel(Translation &translation, const Instruction &instruction) {
  constexpr std::size_t firstSize = 10;
  const auto before = translation.operands<2>(instruction);
  const auto events = translation.operands<3>(instruction, 3);
  Value *range = rangeOf(translation, instruction[2]);
  Function *kernel = kernelOf(translation, instruction, instruction[6]);
  Value *literal = literalOf(translation, instruction, instruction[7], instruction[8]);
  Value *sizes = localSizes(translation, instruction, firstSize);
  if (!before || !events || !range || !kernel || !literal || !sizes)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  const auto count = static_cast<std::uint32_t>(instruction.size() - firstSize);
  BuiltInCall call(translation, instruction, "__enqueue_kernel_events_varargs");
  call.addUnnamed((*before)[0]).addUnnamed((*before)[1]).addUnnamed(range);
  call.addUnnamed((*events)[0]);
  call.addUnnamed(generic(translation, (*events)[1]))
      .addUnnamed(generic(translation, (*events)[2]));
  call.addUnnamed(generic(translation, kernel)).addUnnamed(literal);
  return call.addUnnamed(builder.getInt32(count))
      .addUnnamed(sizes)
      .callUnmangled(builder.getInt32Ty());
}

/// The operands of a kernel query before the kernel.
enum class QueryOperand { None, Range, Count };

template <QueryOperand before>
Value *kernelQuery(Translation &translation, const Instruction &instruction) {
  constexpr std::size_t invoke = before == QueryOperand::None ? 0 : 1;
  StringRef name;
  switch (instruction.op) {
  case spv::OpGetKernelLocalSizeForSubgroupCount:
    name = "__weft_kernel_local_size_for_sub_groups";
    break;
  case spv::OpGetKernelMaxNumSubgroups:
    name = "__weft_kernel_most_sub_groups";
    break;
  case spv::OpGetKernelNDrangeSubGroupCount:
    name = "__get_kernel_sub_group_count_for_ndrange_impl";
    break;
  case spv::OpGetKernelNDrangeMaxSubGroupSize:
    name = "__get_kernel_max_sub_group_size_for_ndrange_impl";
    break;
  case spv::OpGetKernelWorkGroupSize:
    name = "__get_kernel_work_group_size_impl";
    break;
  default:
    name = "__get_kernel_preferred_work_group_size_multiple_impl";
    break;
  }
  BuiltInCall call(translation, instruction, name);
  if constexpr (before == QueryOperand::Range)
    call.addUnnamed(rangeOf(translation, instruction[0]));
  if constexpr (before == QueryOperand::Count)
    call.addUnnamed(translation.operand(instruction, 0));
  Function *kernel = kernelOf(translation, instruction, instruction[invoke]);
  Value *parameter = translation.operand(instruction, invoke + 1);
  if (!kernel || !parameter)
    return nullptr;
  return call.addUnnamed(generic(translation, kernel))
      .addUnnamed(generic(translation, parameter))
      .callUnmangled(translation.builder.getInt32Ty());
}

Value *enqueueMarker(Translation &translation, const Instruction &instruction) {
  const auto values = translation.operands<4>(instruction);
  if (!values)
    return nullptr;
  const auto [queue, count, waitList, event] = *values;
  return BuiltInCall(translation, instruction,
                     "_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_")
      .addUnnamed(queue)
      .addUnnamed(count)
      .addUnnamed(generic(translation, waitList))
      .addUnnamed(generic(translation, event))
      .callUnmangled(translation.builder.getInt32Ty());
}

Value *eventFunction(Translation &translation, const Instruction &instruction) {
  IRBuilder<> &builder = translation.builder;
  Value *event = translation.operand(instruction, 0);
  switch (instruction.op) {
  case spv::OpRetainEvent:
    return BuiltInCall(translation, instruction, "retain_event")
        .add(event)
        .call(builder.getVoidTy());
  case spv::OpReleaseEvent:
    return BuiltInCall(translation, instruction, "release_event")
        .add(event)
        .call(builder.getVoidTy());
  case spv::OpIsValidEvent:
    return BuiltInCall(translation, instruction, "is_valid_event")
        .add(event)
        .call(builder.getInt1Ty());
  case spv::OpSetUserEventStatus:
    return BuiltInCall(translation, instruction, "set_user_event_status")
        .add(event)
        .add(translation.operand(instruction, 1))
        .call(builder.getVoidTy());
  default:
    return BuiltInCall(translation, instruction, "capture_event_profiling_info")
        .add(event)
        .add(translation.operand(instruction, 1))
        .addVoidPointer(translation.operand(instruction, 2))
        .call(builder.getVoidTy());
  }
}

Value *createUserEvent(Translation &translation, const Instruction &instruction) {
  return BuiltInCall(translation, instruction, "create_user_event")
      .call(translation.resultType(instruction));
}

Value *defaultQueue(Translation &translation, const Instruction &instruction) {
  return BuiltInCall(translation, instruction, "get_default_queue")
      .call(translation.resultType(instruction));
}

// Sizes are scalars in one dimension, and arrays otherwise.
Value *buildRange(Translation &translation, const Instruction &instruction) {
  const auto sizes = translation.operands<3>(instruction); // global, local, offset
  Type *type = translation.resultType(instruction);
  if (!sizes || !type)
    return nullptr;
  IRBuilder<> &builder = translation.builder;
  const auto *array = dyn_cast<ArrayType>((*sizes)[0]->getType());
  const unsigned dimensions = array ? array->getNumElements() : 1;
  Value *range =
      builder.CreateInsertValue(Constant::getNullValue(type), builder.getInt32(dimensions), {0});
  constexpr unsigned members[] = {2, 3, 1};
  for (const auto &[value, member] : zip(*sizes, members))
    for (unsigned dimension = 0; dimension != 3; ++dimension) {
      Value *size = builder.getInt64(member == 2);
      if (dimension < dimensions)
        size = translation.resized(instruction,
                                   array ? builder.CreateExtractValue(value, {dimension}) : value,
                                   builder.getInt64Ty());
      if (!size)
        return nullptr;
      range = builder.CreateInsertValue(range, size, {member, dimension});
    }
  return range;
}

constexpr Handler handlers[] = {
    {spv::OpEnqueueMarker, enqueueMarker},
    {spv::OpEnqueueKernel, enqueueKernel},
    {spv::OpGetKernelNDrangeSubGroupCount, kernelQuery<QueryOperand::Range>},
    {spv::OpGetKernelNDrangeMaxSubGroupSize, kernelQuery<QueryOperand::Range>},
    {spv::OpGetKernelWorkGroupSize, kernelQuery<QueryOperand::None>},
    {spv::OpGetKernelPreferredWorkGroupSizeMultiple, kernelQuery<QueryOperand::None>},
    {spv::OpGetKernelLocalSizeForSubgroupCount, kernelQuery<QueryOperand::Count>},
    {spv::OpGetKernelMaxNumSubgroups, kernelQuery<QueryOperand::None>},
    {spv::OpRetainEvent, eventFunction},
    {spv::OpReleaseEvent, eventFunction},
    {spv::OpCreateUserEvent, createUserEvent},
    {spv::OpIsValidEvent, eventFunction},
    {spv::OpSetUserEventStatus, eventFunction},
    {spv::OpCaptureEventProfilingInfo, eventFunction},
    {spv::OpGetDefaultQueue, defaultQueue},
    {spv::OpBuildNDRange, buildRange},
};

} // namespace

ArrayRef<Handler> deviceEnqueueHandlers() { return handlers; }

} // namespace weft::compiler::spirv
