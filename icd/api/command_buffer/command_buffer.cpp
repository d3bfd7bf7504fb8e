// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating, finalising, enqueuing, remapping and querying command buffers (section 5.17).
#include "icd/core/command_buffer/command_buffer.h"

#include "icd/api/api.h"
#include "icd/api/command_buffer/names.h"
#include "icd/api/property_list.h"
#include "icd/core/context/context.h"

namespace weft::icd {
namespace {

constexpr cl_command_buffer_flags_khr everyFlag = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
                                                  CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                  commandBufferDeviceSideSync;

/// The host's request for a new command buffer.
struct CreationProperties {
  cl_command_buffer_flags_khr flags = 0;
  bool keepsGroups = false;
  std::vector<cl_properties> list; ///< with its terminating 0
};

cl_int readProperties(const cl_command_buffer_properties_khr *given, CreationProperties &read) {
  const auto readOne = [&](cl_properties name, PropertyValues<cl_properties> &values) {
    const cl_properties value = values.next();
    switch (name) {
    case CL_COMMAND_BUFFER_FLAGS_KHR:
      read.flags = value;
      return hasUnknownBits(value, everyFlag) ? CL_INVALID_VALUE : CL_SUCCESS;
    case commandBufferMutableDispatchAsserts:
      read.keepsGroups = value != 0;
      return hasUnknownBits(value, mutableDispatchAssertNoAdditionalWorkGroups) ? CL_INVALID_VALUE
                                                                                : CL_SUCCESS;
    default:
      return CL_INVALID_VALUE;
    }
  };
  return readPropertyList(given, CL_INVALID_VALUE, read.list, readOne);
}

/// Queues of one context, which is that of the first if none is given.
cl_int findQueues(std::span<const cl_command_queue> handles, const Context *context,
                  std::vector<Queue *> &queues) {
  for (cl_command_queue handle : handles) {
    Queue *queue = live(Queue::fromHostHandle(handle));
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    queues.push_back(queue);
  }
  for (const Queue *queue : queues) {
    if (!context)
      context = &queue->context();
    if (&queue->context() != context)
      return CL_INVALID_CONTEXT;
  }
  return CL_SUCCESS;
}

/// CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR.
constexpr cl_command_queue_properties supportedQueueProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// The queues to replay on: those given by the host, or the command buffer's own.
cl_int findReplayQueues(const CommandBuffer &commandBuffer, cl_uint count,
                        const cl_command_queue *handles, std::vector<Queue *> &queues) {
  if ((count == 0) != (handles == nullptr) || (count != 0 && count != commandBuffer.queueCount()))
    return CL_INVALID_VALUE;
  if (cl_int error = findQueues(std::span(handles, count), &commandBuffer.context(), queues))
    return error;
  for (std::size_t index = 0; index < commandBuffer.queueCount(); ++index)
    if (const Queue &queue = count ? *queues[index] : commandBuffer.queue(index);
        hasUnknownBits(queue.properties(), supportedQueueProperties))
      return CL_INCOMPATIBLE_COMMAND_QUEUE_KHR;
    else if (count == 0)
      queues.push_back(&commandBuffer.queue(index));
    else if (&queues[index]->device() != &commandBuffer.queue(index).device())
      return CL_INVALID_DEVICE;
  return CL_SUCCESS;
}

/// The command buffers of a list of handles.
cl_int findCommands(const CommandBuffer &commandBuffer,
                    std::span<const cl_mutable_command_khr> handles,
                    std::vector<std::uint32_t> &found) {
  for (cl_mutable_command_khr handle : handles) {
    const RecordedCommand *command = RecordedCommand::fromHandle(handle);
    if (!command || &command->commandBuffer() != &commandBuffer)
      return CL_INVALID_VALUE;
    found.push_back(command->index());
  }
  return CL_SUCCESS;
}

cl_command_buffer_state_khr stateOf(const CommandBuffer &commandBuffer) {
  switch (commandBuffer.state()) {
  case CommandBuffer::State::Recording:
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  case CommandBuffer::State::Finalised:
    return commandBufferStateFinalized;
  default:
    return CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
  }
}

} // namespace

cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                         const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_command_buffer_khr {
    if (num_queues == 0 || !queues)
      return fail(error, CL_INVALID_VALUE);
    std::vector<Queue *> found;
    CreationProperties read;
    if ((error = findQueues(std::span(queues, num_queues), nullptr, found)) ||
        (error = readProperties(properties, read)))
      return nullptr;
    return (new CommandBuffer(found, read.flags, read.keepsGroups, std::move(read.list)))->handle();
  });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  CommandBuffer *commandBuffer = CommandBuffer::fromHandle(command_buffer);
  if (!commandBuffer)
    return CL_INVALID_COMMAND_BUFFER_KHR;
  commandBuffer->retainApi();
  return CL_SUCCESS;
}

cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  CommandBuffer *commandBuffer = CommandBuffer::fromHandle(command_buffer);
  return commandBuffer && commandBuffer->releaseApi() ? CL_SUCCESS : CL_INVALID_COMMAND_BUFFER_KHR;
}

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return guarded([&]() -> cl_int {
    CommandBuffer *commandBuffer = CommandBuffer::fromHandle(command_buffer);
    return commandBuffer ? commandBuffer->finalise() : CL_INVALID_COMMAND_BUFFER_KHR;
  });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                             cl_command_buffer_khr command_buffer,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return guarded([&]() -> cl_int {
    CommandBuffer *commandBuffer = CommandBuffer::fromHandle(command_buffer);
    if (!commandBuffer)
      return CL_INVALID_COMMAND_BUFFER_KHR;
    std::vector<Queue *> found;
    if (cl_int error = findReplayQueues(*commandBuffer, num_queues, queues, found))
      return error;
    if (cl_int error =
            validateWaitList(commandBuffer->context(), num_events_in_wait_list, event_wait_list))
      return error;
    return commandBuffer->enqueue(found, std::span(event_wait_list, num_events_in_wait_list),
                                  event);
  });
}

cl_command_buffer_khr CL_API_CALL clRemapCommandBufferKHR(
    cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue *queues, cl_uint num_handles, const cl_mutable_command_khr *handles,
    cl_mutable_command_khr *handles_ret, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_command_buffer_khr {
    CommandBuffer *source = CommandBuffer::fromHandle(command_buffer);
    if (!source)
      return fail(error, CL_INVALID_COMMAND_BUFFER_KHR);
    if (num_queues == 0 || !queues || (num_handles == 0) != (handles == nullptr) ||
        (num_handles == 0) != (handles_ret == nullptr))
      return fail(error, CL_INVALID_VALUE);
    // The platform does not report CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR.
    if (automatic)
      return fail(error, CL_INVALID_OPERATION);
    if (num_queues != source->queueCount())
      return fail(error, CL_INVALID_VALUE);
    std::vector<std::uint32_t> commands;
    std::vector<Queue *> found;
    if ((error = findCommands(*source, std::span(handles, num_handles), commands)) ||
        (error = findQueues(std::span(queues, num_queues), &source->context(), found)))
      return nullptr;
    CommandBuffer *copy = source->remap(found, error);
    if (!copy)
      return nullptr;
    for (std::size_t index = 0; index < commands.size(); ++index)
      handles_ret[index] = copy->handleOf(commands[index]);
    return copy->handle();
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                             cl_command_buffer_info_khr param_name,
                                             size_t param_value_size, void *param_value,
                                             size_t *param_value_size_ret) {
  const CommandBuffer *commandBuffer = CommandBuffer::fromHandle(command_buffer);
  if (!commandBuffer)
    return CL_INVALID_COMMAND_BUFFER_KHR;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  return guarded([&]() -> cl_int {
    switch (param_name) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return target.scalar<cl_uint>(static_cast<cl_uint>(commandBuffer->queueCount()));
    case CL_COMMAND_BUFFER_QUEUES_KHR: {
      std::vector<cl_command_queue> queues;
      queues.reserve(commandBuffer->queueCount());
      for (std::size_t index = 0; index < commandBuffer->queueCount(); ++index)
        queues.push_back(commandBuffer->queue(index).handle());
      return target.array<cl_command_queue>(queues);
    }
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return target.scalar<cl_uint>(commandBuffer->referenceCount());
    case CL_COMMAND_BUFFER_STATE_KHR:
      return target.scalar<cl_command_buffer_state_khr>(stateOf(*commandBuffer));
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return target.array<cl_properties>(commandBuffer->properties());
    case commandBufferContext:
      return target.scalar<cl_context>(commandBuffer->context().handle());
    default:
      return CL_INVALID_VALUE;
    }
  });
}

} // namespace weft::icd
