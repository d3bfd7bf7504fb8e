// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passing memory to OpenCL and back (cl_khr_external_memory). Everyone sees the same memory, so
// these commands only preserve the order, and fail if the memory's file was truncated.
#include "icd/core/context/external_memory.h"
#include "icd/api/queue/command.h"
#include "icd/core/context/event.h"
#include "icd/core/context/function_operation.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <vector>

using namespace weft;
using namespace weft::icd;

namespace {

cl_int handOver(const CommandSlot &slot, cl_command_type type, cl_uint count,
                const cl_mem *handles) {
  if ((count == 0) != (handles == nullptr))
    return CL_INVALID_VALUE;
  std::vector<Ref<Memory>> objects;
  for (cl_mem handle : std::span(handles, count)) {
    Memory *memory = Memory::fromHandle(handle);
    if (!memory || !memory->external())
      return CL_INVALID_MEM_OBJECT;
    if (!memory->external()->isUsableOn(slot.queue.device()))
      return CL_INVALID_COMMAND_QUEUE;
    objects.emplace_back(memory);
  }
  const auto hasFailed = [](cl_event event) { return Event::fromHandle(event)->status() < 0; };
  if (std::ranges::any_of(slot.waitList, hasFailed))
    return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return slot.enqueue(type, makeOperation([objects = std::move(objects)](device::Arena &) {
                        const auto isWhole = [](const Ref<Memory> &memory) {
                          return memory->external()->isWhole();
                        };
                        return std::ranges::all_of(objects, isWhole) ? CL_SUCCESS
                                                                     : CL_OUT_OF_RESOURCES;
                      }));
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return handOver(slot, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR,
                                      num_mem_objects, mem_objects);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return handOver(slot, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR,
                                      num_mem_objects, mem_objects);
                    });
}
