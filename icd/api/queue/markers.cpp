// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.12: markers and barriers, and their forms of OpenCL 1.1.
#include "icd/api/queue/command.h"
#include "icd/core/context/event.h"

using namespace weft;
using namespace weft::icd;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue handle, cl_uint count,
                                                            const cl_event *waitList,
                                                            cl_event *event) {
  return enqueueing(handle, count, waitList, event, [&](const CommandSlot &slot) -> cl_int {
    slot.queue.enqueueMarker(CL_COMMAND_MARKER, slot.waitList, event);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue handle, cl_uint count,
                                                             const cl_event *waitList,
                                                             cl_event *event) {
  return enqueueing(handle, count, waitList, event, [&](const CommandSlot &slot) -> cl_int {
    slot.queue.enqueueBarrier(CL_COMMAND_BARRIER, slot.waitList, event);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarker(cl_command_queue handle, cl_event *event) {
  return enqueueing(handle, 0, nullptr, event, [&](const CommandSlot &slot) -> cl_int {
    if (!event)
      return CL_INVALID_VALUE;
    slot.queue.enqueueMarker(CL_COMMAND_MARKER, {}, event);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue handle) {
  return clEnqueueBarrierWithWaitList(handle, 0, nullptr, nullptr);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue handle, cl_uint count,
                                                       const cl_event *events) {
  return guarded([&]() -> cl_int {
    Queue *queue = live(Queue::fromHostHandle(handle));
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    if (count == 0 || !events)
      return CL_INVALID_VALUE;
    cl_int error = validateWaitList(queue->context(), count, events);
    if (error)
      return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
    // Later commands wait for these events: a barrier with a wait list.
    queue->enqueueBarrier(CL_COMMAND_BARRIER, std::span(events, count), nullptr);
    return CL_SUCCESS;
  });
}
