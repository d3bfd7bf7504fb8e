// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.11: events; section 5.14: profiling.
#include "icd/core/context/event.h"

#include "icd/api/api.h"
#include "icd/core/context/context.h"
#include "icd/core/context/queue.h"
#include "icd/core/context/scheduler.h"

using namespace weft;
using namespace weft::icd;

/// Submits the event's command if the host has not flushed it, since whoever looks at an event
/// expects progress. Returns the status before that.
static cl_int submit(Event &event) {
  const cl_int status = event.status();
  event.noteSeen(status);
  if (status == CL_QUEUED)
    event.queue()->flush();
  return status;
}

CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context handle, cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_event {
    Context *context = live(Context::fromHandle(handle));
    if (!context)
      return fail(error, CL_INVALID_CONTEXT);
    return (new Event(*context))->handle();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event handle, cl_int status) {
  Event *event = Event::fromHandle(handle);
  if (!event || !event->isUserEvent())
    return CL_INVALID_EVENT;
  if (status > CL_COMPLETE)
    return CL_INVALID_VALUE;
  return event->setUserStatus(status) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event *handles) {
  if (count == 0 || !handles)
    return CL_INVALID_VALUE;
  Context *context = nullptr;
  for (cl_uint i = 0; i < count; ++i) {
    Event *event = Event::fromHandle(handles[i]);
    if (!event)
      return CL_INVALID_EVENT;
    if (context && context != &event->context())
      return CL_INVALID_CONTEXT;
    context = &event->context();
  }
  // Everything is submitted before the first wait, so that commands run concurrently.
  if (count > 1)
    for (cl_uint i = 0; i < count; ++i)
      if (Event *event = Event::fromHandle(handles[i]))
        submit(*event);
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    Ref<Event> event(Event::fromHandle(handles[i]));
    if (!event)
      return CL_INVALID_EVENT;
    if (Scheduler::wait(*event, event->queue()) < 0)
      result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return result;
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event handle, cl_event_info name, size_t size,
                                               void *value, size_t *sizeReturn) {
  Event *event = Event::fromHandle(handle);
  if (!event)
    return CL_INVALID_EVENT;
  InfoTarget target(size, value, sizeReturn);
  switch (name) {
  case CL_EVENT_COMMAND_QUEUE:
    return target.scalar<cl_command_queue>(event->queue() ? event->queue()->handle() : nullptr);
  case CL_EVENT_CONTEXT:
    return target.scalar<cl_context>(event->context().handle());
  case CL_EVENT_COMMAND_TYPE:
    return target.scalar<cl_command_type>(event->type());
  case CL_EVENT_COMMAND_EXECUTION_STATUS:
    return target.scalar<cl_int>(submit(*event));
  case CL_EVENT_REFERENCE_COUNT:
    return target.scalar<cl_uint>(event->hostReferenceCount());
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event handle) {
  Event *event = Event::fromHandle(handle);
  if (!event)
    return CL_INVALID_EVENT;
  event->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event handle) {
  Event *event = Event::fromHandle(handle);
  if (!event)
    return CL_INVALID_EVENT;
  event->releaseApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(cl_event handle, cl_int trigger,
                                                   EventCallback::Function callback, void *data) {
  const Ref<Event> event(Event::fromHandle(handle)); // the callback may release the host's
  if (!event)
    return CL_INVALID_EVENT;
  if (!callback || (trigger != CL_SUBMITTED && trigger != CL_RUNNING && trigger != CL_COMPLETE))
    return CL_INVALID_VALUE;
  return guarded([&]() -> cl_int {
    event->addCallback(trigger, callback, data);
    submit(*event);
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event handle, cl_profiling_info name,
                                                        size_t size, void *value,
                                                        size_t *sizeReturn) {
  Event *event = Event::fromHandle(handle);
  if (!event)
    return CL_INVALID_EVENT;
  if (!event->isProfiled() || event->status() != CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  event->noteSeen(CL_COMPLETE);
  const EventTimes &times = event->times();
  InfoTarget target(size, value, sizeReturn);
  switch (name) {
  case CL_PROFILING_COMMAND_QUEUED:
    return target.scalar<cl_ulong>(times.queued);
  case CL_PROFILING_COMMAND_SUBMIT:
    return target.scalar<cl_ulong>(times.submitted);
  case CL_PROFILING_COMMAND_START:
    return target.scalar<cl_ulong>(times.started);
  case CL_PROFILING_COMMAND_END:
    return target.scalar<cl_ulong>(times.ended);
  case CL_PROFILING_COMMAND_COMPLETE:
    return target.scalar<cl_ulong>(times.completed);
  default:
    return CL_INVALID_VALUE;
  }
}
