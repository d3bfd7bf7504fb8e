// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of the clCommand… entry points, which record commands.
#pragma once

#include "icd/api/api.h"
#include "icd/api/command_buffer/names.h"
#include "icd/core/command_buffer/command_buffer.h"

namespace weft::icd {

/// The arguments common to all of them.
struct RecordingCall {
  cl_command_buffer_khr commandBuffer;
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  cl_uint waitCount;
  const cl_sync_point_khr *waitList;
  cl_sync_point_khr *syncPoint;
  cl_mutable_command_khr *handle;
};

/// Where a command is recorded.
struct RecordingTarget {
  CommandBuffer *commandBuffer = nullptr;
  std::uint32_t queueIndex = 0;
  std::span<const cl_sync_point_khr> waitList;

  Queue &queue() const { return commandBuffer->queue(queueIndex); }
};

/// CL_SUCCESS, or the error in the command buffer, the queue or the wait list.
inline cl_int findTarget(const RecordingCall &call, RecordingTarget &target) {
  CommandBuffer *commandBuffer = CommandBuffer::fromHandle(call.commandBuffer);
  if (!commandBuffer)
    return CL_INVALID_COMMAND_BUFFER_KHR;
  target.commandBuffer = commandBuffer;
  const Queue *queue = Queue::fromHandle(call.queue);
  if (queue && &queue->context() != &commandBuffer->context())
    return CL_INVALID_CONTEXT;
  if (call.queue || commandBuffer->queueCount() != 1) {
    while (target.queueIndex < commandBuffer->queueCount() && &target.queue() != queue)
      ++target.queueIndex;
    if (!queue || target.queueIndex == commandBuffer->queueCount())
      return CL_INVALID_COMMAND_QUEUE;
  }
  if (commandBuffer->state() != CommandBuffer::State::Recording)
    return CL_INVALID_OPERATION;
  if ((call.waitCount == 0) != (call.waitList == nullptr))
    return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  target.waitList = std::span(call.waitList, call.waitCount);
  return CL_SUCCESS;
}

} // namespace weft::icd
