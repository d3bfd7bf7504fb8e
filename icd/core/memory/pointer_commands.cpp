// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/pointer_commands.h"

#include "device/copy/copy.h"
#include "icd/core/context/checked/command_races.h"
#include "icd/core/context/checked/host_ranges.h"
#include "icd/core/context/checked/released_storage.h"
#include "icd/core/context/context.h"
#include "icd/core/memory/memory_accesses.h"
#include "icd/core/memory/transfer.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace weft::icd {

cl_int enqueueCopyMemory(const CommandSlot &slot, cl_command_type type, void *destination,
                         const void *source, std::size_t bytes, bool blocking) {
  const Context *context = &slot.queue.context();
  return enqueueTransfer(slot, type, bytes, blocking, [=](device::Arena &arena) {
    noteAllocationAccess(*context, source, bytes, /*writes=*/false);
    noteAllocationAccess(*context, destination, bytes, /*writes=*/true);
    context->allocations().noteWrite(destination, bytes);
    if (bytes)
      device::copy(arena, destination, source, bytes);
    return CL_SUCCESS;
  });
}

cl_int enqueueFillMemory(const CommandSlot &slot, cl_command_type type, void *memory,
                         const void *pattern, std::size_t patternBytes, std::size_t bytes) {
  return enqueueTransfer(slot, type, bytes, false,
                         [context = &slot.queue.context(), memory, bytes,
                          held = FillPattern(pattern, patternBytes)](device::Arena &arena) {
                           noteAllocationAccess(*context, memory, bytes, /*writes=*/true);
                           context->allocations().noteWrite(memory, bytes);
                           if (bytes)
                             device::fill(arena, memory, held.bytes.data(), held.size, bytes);
                           return CL_SUCCESS;
                         });
}

// Memory of fine granularity may be accessed without a map. What is mapped for writing counts as
// initialised.
cl_int enqueueMapPointer(const CommandSlot &slot, cl_map_flags flags, void *memory,
                         std::size_t bytes, bool blocking) {
  const bool writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  if (writes)
    slot.queue.context().allocations().noteWrite(memory, bytes);
  HostRanges *ranges = HostRanges::ofProcess();
  const auto allocation =
      ranges ? slot.queue.context().allocations().find(memory) : std::optional<Allocation>();
  if (!allocation || allocation->purpose.isSeenWhileWritten())
    return enqueueSynchronisation(slot, CL_COMMAND_SVM_MAP, blocking);
  const HostRange range{reinterpret_cast<std::uintptr_t>(memory), bytes, writes,
                        device::HostCall::ofCaller("clEnqueueSVMMap")};
  const bool readsContents = !(flags & CL_MAP_WRITE_INVALIDATE_REGION);
  return enqueueTransfer(
      slot, CL_COMMAND_SVM_MAP, 0, blocking,
      [context = &slot.queue.context(), ranges, range, memory, readsContents](device::Arena &) {
        ranges->add(range);
        if (readsContents)
          noteAllocationAccess(*context, memory, range.bytes, /*writes=*/false);
        return CL_SUCCESS;
      });
}

cl_int enqueueUnmapPointer(const CommandSlot &slot, void *memory) {
  const Context *context = &slot.queue.context();
  return enqueueTransfer(slot, CL_COMMAND_SVM_UNMAP, 0, false, [context, memory](device::Arena &) {
    HostRanges *ranges = HostRanges::ofProcess();
    const auto removed =
        ranges ? ranges->remove(reinterpret_cast<std::uintptr_t>(memory)) : std::nullopt;
    if (removed && removed->writes)
      noteAllocationAccess(*context, memory, removed->bytes, /*writes=*/true);
    return CL_SUCCESS;
  });
}

cl_int enqueueSynchronisation(const CommandSlot &slot, cl_command_type type, bool blocking) {
  return enqueueTransfer(slot, type, 0, blocking, [](device::Arena &) { return CL_SUCCESS; });
}

cl_int enqueueFree(const CommandSlot &slot, std::span<void *const> pointers, FreeFunction free,
                   void *userData) {
  std::vector<void *> list(pointers.begin(), pointers.end());
  Queue *queue = &slot.queue; // The command keeps its queue, and the queue its context.
  if (!free)
    for (const void *pointer : list)
      noteFreeingCall(pointer, "clEnqueueSVMFree");
  auto work = [list = std::move(list), queue, free, userData](device::Arena &) mutable {
    if (free)
      noteThatHostMayHaveSeenAll();
    if (free)
      free(queue->handle(), static_cast<cl_uint>(list.size()), list.data(), userData);
    else
      for (void *pointer : list)
        queue->context().allocations().freeSharedVirtual(pointer);
    return CL_SUCCESS;
  };
  const float expected = free ? std::numeric_limits<float>::infinity() : 0;
  return slot.queue.enqueue(CL_COMMAND_SVM_FREE, makeOperation(std::move(work), expected),
                            slot.waitList, slot.event);
}

} // namespace weft::icd
