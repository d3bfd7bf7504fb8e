// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording kernels, and changing them between replays (section 5.17,
// cl_khr_command_buffer_mutable_dispatch).
#include "icd/api/command_buffer/recording.h"
#include "icd/api/program/launch_arguments.h"
#include "icd/api/property_list.h"
#include "icd/core/platform/device.h"

#include <algorithm>

namespace weft::icd {
namespace {

/// The properties of a recorded kernel.
struct LaunchProperties {
  cl_mutable_dispatch_fields_khr updatableFields = everyMutableDispatchField;
  bool mayLackArguments = false; ///< the host promises to set them later
  bool keepsGroups = false;
  std::vector<cl_properties> list; ///< with its terminating 0
};

cl_int readProperties(const cl_command_properties_khr *given, LaunchProperties &read) {
  const auto readOne = [&](cl_properties name, PropertyValues<cl_properties> &values) {
    const cl_properties value = values.next();
    switch (name) {
    case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR:
      read.updatableFields = value;
      read.mayLackArguments = value & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
      // Every device supports every field, so other bits are invalid.
      return hasUnknownBits(value, everyMutableDispatchField) ? CL_INVALID_VALUE : CL_SUCCESS;
    case mutableDispatchAsserts:
      read.keepsGroups = value != 0;
      return hasUnknownBits(value, mutableDispatchAssertNoAdditionalWorkGroups) ? CL_INVALID_VALUE
                                                                                : CL_SUCCESS;
    default:
      return CL_INVALID_VALUE;
    }
  };
  return readPropertyList(given, CL_INVALID_VALUE, read.list, readOne);
}

/// Creates the operation of a launch; none if arguments are missing and may be.
cl_int prepare(const KernelOnDevice &kernel, const RecordedLaunch &launch, bool mayLackArguments,
               std::shared_ptr<Operation> &operation) {
  if (mayLackArguments && !launch.arguments->areArgumentsSet())
    return CL_SUCCESS;
  std::unique_ptr<Operation> made;
  const cl_int status = makeLaunch(kernel, launch.range, launch.isEmpty, LaunchUse::Repeated, made);
  operation = std::move(made);
  return status;
}

cl_int recordKernel(const RecordingCall &call, cl_kernel handle, const RangeArguments &sizes) {
  RecordingTarget target;
  LaunchProperties properties;
  if (cl_int status = findTarget(call, target))
    return status;
  if (cl_int status = readProperties(call.properties, properties))
    return status;
  CommandBuffer &commandBuffer = *target.commandBuffer;
  if ((properties.keepsGroups || commandBuffer.keepsGroups()) && !sizes.localSize)
    return CL_INVALID_VALUE;
  KernelOnDevice found;
  CheckedRange checked;
  const Device &device = target.queue().device();
  if (cl_int status = findKernel(commandBuffer.context(), device, handle, found))
    return status;
  if (cl_int status = checkRange(sizes, *found.description, device, checked))
    return status;
  Kernel &kernel = *Kernel::fromHandle(handle);
  RecordedLaunch launch{.kernel = ApiRef<Kernel>(&kernel),
                        .arguments = ApiRef<Kernel>::adopt(kernel.clone()),
                        .range = checked.range,
                        .isEmpty = checked.isEmpty,
                        .hasLocalSize = sizes.localSize != nullptr,
                        .updatableFields = properties.updatableFields};
  std::shared_ptr<Operation> operation;
  if (cl_int status = prepare(found, launch,
                              properties.mayLackArguments && commandBuffer.isMutable(), operation))
    return status;
  return commandBuffer.record({.queue = target.queueIndex,
                               .type = CL_COMMAND_NDRANGE_KERNEL,
                               .operation = std::move(operation),
                               .launch = std::move(launch),
                               .waitList = target.waitList,
                               .properties = std::move(properties.list)},
                              call.syncPoint, call.handle);
}

// ---- Updates.

/// Whether a list and its length agree.
bool isList(cl_uint count, const void *list) { return (count == 0) == (list == nullptr); }

/// The error in the form of an update, or in its changes.
cl_int checkConfig(const MutableDispatchConfig &config, const RecordedLaunch &launch) {
  const cl_mutable_dispatch_fields_khr fields = launch.updatableFields;
  const auto forbids = [&](cl_mutable_dispatch_fields_khr field, bool isChanged) {
    return isChanged && !(fields & field);
  };
  if ((config.work_dim != 0 && config.work_dim != launch.range.dimensions) ||
      forbids(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR, config.global_work_offset) ||
      forbids(CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, config.global_work_size) ||
      forbids(CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, config.local_work_size) ||
      forbids(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, config.num_args || config.num_svm_args) ||
      forbids(CL_MUTABLE_DISPATCH_EXEC_INFO_KHR, config.num_exec_infos))
    return CL_INVALID_OPERATION;
  return isList(config.num_args, config.arg_list) &&
                 isList(config.num_svm_args, config.arg_svm_list) &&
                 isList(config.num_exec_infos, config.exec_info_list)
             ? CL_SUCCESS
             : CL_INVALID_VALUE;
}

cl_int changeArguments(const MutableDispatchConfig &config, Kernel &arguments) {
  for (const auto &argument : std::span(config.arg_list, config.num_args))
    if (cl_int status =
            arguments.setArgument(argument.arg_index, argument.arg_size, argument.arg_value))
      return status;
  for (const auto &argument : std::span(config.arg_svm_list, config.num_svm_args))
    if (cl_int status = arguments.setPointer(argument.arg_index, argument.arg_value))
      return status;
  for (const auto &info : std::span(config.exec_info_list, config.num_exec_infos))
    if (cl_int status = clSetKernelExecInfo(arguments.handle(), info.param_name,
                                            info.param_value_size, info.param_value))
      return status;
  return CL_SUCCESS;
}

/// Whether all work-groups have the same size.
bool isUniform(const device::NdRange &range) {
  for (std::uint32_t dimension = 0; dimension < range.dimensions; ++dimension)
    if (range.globalSize[dimension] % range.localSize[dimension] != 0)
      return false;
  return true;
}

/// The sizes of a launch as size_t for the checks of clEnqueueNDRangeKernel.
using Sizes = std::array<size_t, 3>;
Sizes sizesOf(const std::array<std::uint64_t, 3> &sizes) { return {sizes[0], sizes[1], sizes[2]}; }

cl_int changeRange(const MutableDispatchConfig &config, const KernelOnDevice &kernel,
                   const Device &device, RecordedLaunch &launch) {
  const Sizes offset = sizesOf(launch.range.offset), global = sizesOf(launch.range.globalSize),
              local = sizesOf(launch.range.localSize);
  const size_t *const oldLocal = launch.hasLocalSize ? local.data() : nullptr;
  const RangeArguments sizes{launch.range.dimensions,
                             config.global_work_offset ? config.global_work_offset : offset.data(),
                             config.global_work_size ? config.global_work_size : global.data(),
                             config.local_work_size ? config.local_work_size : oldLocal};
  CheckedRange checked;
  if (cl_int status = checkRange(sizes, *kernel.description, device, checked))
    return status;
  if (!launch.isEmpty && !checked.isEmpty && isUniform(launch.range) != isUniform(checked.range))
    return CL_INVALID_OPERATION;
  launch.range = checked.range;
  launch.isEmpty = checked.isEmpty;
  launch.hasLocalSize = sizes.localSize != nullptr;
  return CL_SUCCESS;
}

using Updates = std::vector<CommandBuffer::Update>;

/// The update of the command that a config refers to: an existing one, or a new one with a copy of
/// the command's current launch.
CommandBuffer::Update &updateOf(RecordedCommand &command, Updates &updates) {
  const auto known = std::ranges::find(updates, &command, &CommandBuffer::Update::command);
  if (known != updates.end())
    return *known;
  RecordedLaunch launch = *command.launch();
  launch.arguments = ApiRef<Kernel>::adopt(launch.arguments->clone());
  return updates.emplace_back(CommandBuffer::Update{&command, std::move(launch), nullptr});
}

cl_int addUpdate(const CommandBuffer &commandBuffer, const MutableDispatchConfig &config,
                 Updates &updates) {
  RecordedCommand *command = RecordedCommand::fromHandle(config.command);
  if (!command || &command->commandBuffer() != &commandBuffer || !command->launch())
    return CL_INVALID_MUTABLE_COMMAND_KHR;
  CommandBuffer::Update &update = updateOf(*command, updates);
  const Device &device = commandBuffer.queue(command->queueIndex()).device();
  KernelOnDevice kernel;
  if (cl_int status = checkConfig(config, update.launch))
    return status;
  if (cl_int status = changeArguments(config, *update.launch.arguments))
    return status;
  if (cl_int status = KernelOnDevice::find(*update.launch.arguments, device, kernel))
    return status;
  if (cl_int status = changeRange(config, kernel, device, update.launch))
    return status;
  return prepare(kernel, update.launch, /*mayLackArguments=*/true, update.operation);
}

bool areConfigsValid(cl_uint count, const cl_command_buffer_update_type_khr *types,
                     const void *const *configs) {
  if (!isList(count, types) || !isList(count, configs))
    return false;
  const auto isKnown = [](cl_command_buffer_update_type_khr type) {
    return type == structureTypeMutableDispatchConfig;
  };
  return std::ranges::all_of(std::span(types, count), isKnown) &&
         std::ranges::none_of(std::span(configs, count),
                              [](const void *config) { return config == nullptr; });
}

cl_int CL_API_CALL updateCommands(CommandBuffer &commandBuffer, cl_uint count,
                                  const cl_command_buffer_update_type_khr *types,
                                  const void *const *configs) {
  if (commandBuffer.state() == CommandBuffer::State::Recording || !commandBuffer.isMutable())
    return CL_INVALID_OPERATION;
  if (!areConfigsValid(count, types, configs))
    return CL_INVALID_VALUE;
  Updates updates;
  for (const void *config : std::span(configs, count))
    if (cl_int status =
            addUpdate(commandBuffer, *static_cast<const MutableDispatchConfig *>(config), updates))
      return status;
  commandBuffer.update(std::move(updates));
  return CL_SUCCESS;
}

/// Kernel queries, which are empty for other commands.
cl_int launchInfo(const RecordedCommand &command, cl_mutable_command_info_khr name,
                  const InfoTarget &target) {
  const RecordedLaunch *launch = command.launch();
  const auto sizes = [&](const std::array<std::uint64_t, 3> &values, bool isGiven) {
    const Sizes all = isGiven ? sizesOf(values) : Sizes{};
    return target.array(std::span(all.data(), launch->range.dimensions));
  };
  switch (name) {
  case CL_MUTABLE_DISPATCH_KERNEL_KHR:
    return launch ? target.scalar<cl_kernel>(launch->kernel->handle()) : target.bytes(nullptr, 0);
  case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
    return launch ? target.scalar<cl_uint>(launch->range.dimensions) : target.bytes(nullptr, 0);
  case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
    return launch ? sizes(launch->range.offset, true) : target.bytes(nullptr, 0);
  case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
    return launch ? sizes(launch->range.globalSize, true) : target.bytes(nullptr, 0);
  case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
    return launch ? sizes(launch->range.localSize, launch->hasLocalSize) : target.bytes(nullptr, 0);
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace

cl_int CL_API_CALL clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return guarded([&] {
    return recordKernel({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                         sync_point_wait_list, sync_point, mutable_handle},
                        kernel, {work_dim, global_work_offset, global_work_size, local_work_size});
  });
}

cl_int CL_API_CALL clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer,
                                              cl_uint num_configs,
                                              const cl_command_buffer_update_type_khr *config_types,
                                              const void **configs) {
  return guarded([&]() -> cl_int {
    CommandBuffer *commandBuffer = CommandBuffer::fromHandle(command_buffer);
    return commandBuffer ? updateCommands(*commandBuffer, num_configs, config_types, configs)
                         : CL_INVALID_COMMAND_BUFFER_KHR;
  });
}

cl_int CL_API_CALL clGetMutableCommandInfoKHR(cl_mutable_command_khr handle,
                                              cl_mutable_command_info_khr param_name,
                                              size_t param_value_size, void *param_value,
                                              size_t *param_value_size_ret) {
  const RecordedCommand *command = RecordedCommand::fromHandle(handle);
  if (!command)
    return CL_INVALID_MUTABLE_COMMAND_KHR;
  CommandBuffer &commandBuffer = command->commandBuffer();
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  switch (param_name) {
  case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
    return target.scalar<cl_command_queue>(commandBuffer.queue(command->queueIndex()).handle());
  case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
    return target.scalar<cl_command_buffer_khr>(commandBuffer.handle());
  case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
    return target.scalar<cl_command_type>(command->type());
  case mutableCommandPropertiesArray:
    return target.array<cl_properties>(command->properties());
  default:
    return launchInfo(*command, param_name, target);
  }
}

} // namespace weft::icd
