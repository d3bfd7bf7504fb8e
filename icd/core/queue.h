// Command queues: what a host program enqueues, in which order it runs, and when it is complete.
#pragma once

#include "icd/core/object.h"
#include "icd/core/operation.h"

#include <memory>
#include <span>

namespace weft::icd {

class Context;
class Device;

class Queue final : public Object<Queue, _cl_command_queue, ObjectType::Queue> {
public:
  Context &context() const;
  Device &device() const;

  /// Enqueues a command. `waitList` has been validated (validateWaitList). When `event` is not null
  /// it receives a new event with one API reference. A blocking command returns when it is
  /// complete, with the error it ended with (CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when a
  /// dependency failed). Throws only bad_alloc. Thread-safe.
  cl_int enqueue(cl_command_type type, std::unique_ptr<Operation> operation,
                 std::span<const cl_event> waitList, cl_event *event, bool blocking = false);
};

/// Checks an event wait list against a context: CL_SUCCESS, CL_INVALID_EVENT_WAIT_LIST or
/// CL_INVALID_CONTEXT (section 5.11 of the OpenCL API specification).
cl_int validateWaitList(const Context &context, cl_uint count, const cl_event *events);

} // namespace weft::icd
