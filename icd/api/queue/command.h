// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of the clEnqueue… entry points.
#pragma once

#include "icd/api/api.h"
#include "icd/core/context/context.h"
#include "icd/core/context/queue.h"
#include "icd/core/memory/memory.h"
#include "icd/core/memory/memory_commands.h"
#include "icd/core/memory/transfer.h"

#include <bit>
#include <span>

namespace weft::icd {

/// Checks queue and wait list, then calls body(const CommandSlot &), whose code it returns.
template <class Body>
cl_int enqueueing(cl_command_queue queueHandle, cl_uint waitCount, const cl_event *waitList,
                  cl_event *event, Body &&body) noexcept {
  return guarded([&]() -> cl_int {
    Queue *queue = live(Queue::fromHostHandle(queueHandle));
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    if (cl_int status = validateWaitList(queue->context(), waitCount, waitList))
      return status;
    return body(CommandSlot{*queue, std::span(waitList, waitCount), event});
  });
}

/// The memory object of a handle, in the queue's context: CL_SUCCESS, CL_INVALID_MEM_OBJECT or
/// CL_INVALID_CONTEXT. A sub-buffer's offset needs no check here: every device has the same base
/// address alignment, so clCreateSubBuffer has rejected unusable ones. Neither do the size and the
/// format of an image, as all devices support the same images.
inline cl_int findMemory(const Queue &queue, cl_mem handle, Memory *&memory) noexcept {
  memory = Memory::fromHandle(handle);
  if (!memory)
    return CL_INVALID_MEM_OBJECT;
  return &memory->context() == &queue.context() ? CL_SUCCESS : CL_INVALID_CONTEXT;
}
/// The same for commands that take only buffers, or only images.
inline cl_int findBuffer(const Queue &queue, cl_mem handle, Memory *&buffer) noexcept {
  const cl_int status = findMemory(queue, handle, buffer);
  return buffer && !buffer->isBuffer() ? CL_INVALID_MEM_OBJECT : status;
}
inline cl_int findImage(const Queue &queue, cl_mem handle, Memory *&image) noexcept {
  const cl_int status = findMemory(queue, handle, image);
  return image && !image->image() ? CL_INVALID_MEM_OBJECT : status;
}

/// Like enqueueing, for a command on one memory object, found by `find`: checks it too, then calls
/// body(const CommandSlot &, Memory &).
template <auto find = findBuffer, class Body>
cl_int enqueueingOn(cl_mem handle, cl_command_queue queueHandle, cl_uint waitCount,
                    const cl_event *waitList, cl_event *event, Body &&body) noexcept {
  return enqueueing(queueHandle, waitCount, waitList, event,
                    [&](const CommandSlot &slot) -> cl_int {
                      Memory *memory = nullptr;
                      if (cl_int status = find(slot.queue, handle, memory))
                        return status;
                      return body(slot, *memory);
                    });
}

inline bool areMapFlagsValid(cl_map_flags flags) {
  return !hasUnknownBits(flags, CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) &&
         !(flags & CL_MAP_WRITE_INVALIDATE_REGION && flags & (CL_MAP_READ | CL_MAP_WRITE));
}

/// Whether the host may map the object in this way.
inline bool mayMap(const Memory &memory, cl_map_flags flags) {
  const bool writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  return (!(flags & CL_MAP_READ) || memory.hostMayRead()) && (!writes || memory.hostMayWrite());
}

inline bool areMigrationFlagsValid(cl_mem_migration_flags flags) {
  return !hasUnknownBits(flags,
                         CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
}

/// Whether a fill command may repeat a pattern over `bytes`.
inline bool isFillPatternValid(const void *pattern, std::size_t patternBytes, std::size_t bytes) {
  return pattern && std::has_single_bit(patternBytes) && patternBytes <= FillPattern::largest &&
         bytes % patternBytes == 0;
}

} // namespace weft::icd
