// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command queues: the commands of a host program, their order, and their completion.
//
// Every command is an Event (icd/core/context/event.h) in a graph of dependencies. An in-order
// queue is a chain: each command depends on the one before. In an out-of-order queue a command
// depends on the last barrier, and a barrier or marker without wait list on everything before it.
#pragma once

#include "device/threads/arena.h"
#include "icd/core/context/checked/ordered_commands.h"
#include "icd/core/context/operation.h"
#include "icd/core/object.h"

#include <CL/cl_ext.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

namespace weft::icd {

class Context;
class Device;
class Event;

/// Settings of a queue apart from its properties.
struct QueueHints {
  /// Whose commands begin first if there are not enough threads (cl_khr_priority_hints).
  device::CallPriority priority = device::CallPriority::Normal;
  /// For an on-device queue: the total bytes of commands that it can hold.
  cl_uint deviceBytes = 0;
};

class Queue final : public Object<Queue, _cl_command_queue, ObjectType::Queue> {
public:
  /// `listedProperties`: the list of clCreateCommandQueueWithProperties with its terminating 0, or
  /// empty.
  Queue(Context &context, Device &device, cl_command_queue_properties properties,
        std::vector<cl_queue_properties> listedProperties, const QueueHints &hints = {});
  ~Queue();

  /// The queue of a handle on which hosts may enqueue; otherwise null.
  static Queue *fromHostHandle(cl_command_queue handle) noexcept {
    Queue *queue = fromHandle(handle);
    return queue && !queue->isOnDevice() ? queue : nullptr;
  }

  Context &context() const { return *owningContext; }
  Device &device() const { return *owningDevice; }
  cl_command_queue_properties properties() const noexcept {
    return propertyBits.load(std::memory_order_relaxed);
  }
  /// clSetCommandQueueProperty: waits for pending commands if the order changes.
  void setProperties(cl_command_queue_properties properties);
  std::span<const cl_queue_properties> listedProperties() const { return propertyList; }
  bool isOutOfOrder() const noexcept {
    return properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  }
  /// Whether kernels enqueue its commands (icd/core/enqueue); hosts cannot.
  bool isOnDevice() const noexcept { return properties() & CL_QUEUE_ON_DEVICE; }
  /// CL_QUEUE_SIZE, for on-device queues.
  cl_uint deviceBytes() const noexcept { return hints.deviceBytes; }
  /// Reserves space for a command; false if the queue is full. Thread-safe.
  bool takeSpace(std::uint64_t bytes) noexcept {
    if (usedBytes.fetch_add(bytes, std::memory_order_relaxed) + bytes <= hints.deviceBytes)
      return true;
    giveSpace(bytes);
    return false;
  }
  void giveSpace(std::uint64_t bytes) noexcept {
    usedBytes.fetch_sub(bytes, std::memory_order_relaxed);
  }
  bool isProfiled() const noexcept { return properties() & CL_QUEUE_PROFILING_ENABLE; }
  /// Whether commands run only on the threads that enqueue them, before their calls return
  /// (cl_intel_exec_by_local_thread).
  bool runsOnCallingThread() const noexcept {
    return properties() & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  }

  /// Enqueues a command. `waitList` has been validated (validateWaitList). If `event` is not null
  /// it receives a new event with one API reference. A blocking command returns when it is
  /// complete, with its error (CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if a dependency
  /// failed). Throws only bad_alloc. Thread-safe.
  cl_int enqueue(cl_command_type type, std::unique_ptr<Operation> operation,
                 std::span<const cl_event> waitList, cl_event *event, bool blocking = false);

  /// Enqueues a marker or barrier: waits for `waitList`, or for all earlier commands if it is
  /// empty. Later commands wait for a barrier. `type` is reported by the event.
  void enqueueMarker(cl_command_type type, std::span<const cl_event> waitList, cl_event *event);
  void enqueueBarrier(cl_command_type type, std::span<const cl_event> waitList, cl_event *event);

  /// Submits all commands so far to the device, and those of other queues on which they depend.
  void flush() noexcept;
  /// Flushes and returns when all commands so far are complete; helps to run them. Throws
  /// bad_alloc.
  void finish();

  /// The last API reference flushes (clReleaseCommandQueue); pending commands still run.
  void beforeApiRelease() noexcept;

private:
  enum class Order { Command, Marker, Barrier };
  /// Adds a command to the graph and to the unflushed ones. Returns it if the caller must wait for
  /// it; otherwise starts the commands that justify it.
  Ref<Event> append(cl_command_type type, std::unique_ptr<Operation> operation,
                    std::span<const cl_event> waitList, Order order, cl_event *event, bool awaited);
  /// `owners`: the command's number of owners from then on, including its position in `open`.
  void link(Event &command, std::span<const cl_event> waitList, Order order, std::uint32_t owners);
  void dropFinished() noexcept;
  void dropFinishedOpen() noexcept;
  /// A command that is complete and no longer known comes before later ones.
  static void keepOrder(OrderedCommands &order, const Event &command) noexcept;
  class LastOperation;
  /// Enqueues and runs a command of a calling-thread queue. Returns its status.
  cl_int runHere(cl_command_type type, std::unique_ptr<Operation> operation,
                 std::span<const cl_event> waitList, Order order, cl_event *event);
  /// Makes Context::finish() wait for commands that outlive the host's handle.
  void appendLast() noexcept;
  friend class Scheduler;

  Ref<Context> owningContext;
  Ref<Device> owningDevice;
  std::atomic<cl_command_queue_properties> propertyBits;
  std::vector<cl_queue_properties> propertyList;
  const QueueHints hints;
  std::atomic<std::uint64_t> usedBytes{0};
  /// In a calling-thread queue: held during each command, by one thread if it is in-order.
  std::shared_mutex callers;

  std::mutex mutex; ///< guards the following; acquired while no other lock is held
  /// The dependencies of a join (marker without wait list): the last command of an in-order queue;
  /// in an out-of-order queue the last join and the commands since.
  std::vector<Ref<Event>> open;
  std::size_t compactAt = 64; ///< size of `open` at which finished commands are removed from it
  Ref<Event> barrier;
  /// Of commands that have ended, what comes before each later command, and before joins.
  OrderedCommands beforeAll, beforeJoins;
  Event *firstUnflushed = nullptr; ///< singly linked by Event::nextUnflushed
  Event *lastUnflushed = nullptr;
  std::size_t unflushedCount = 0;
  float unflushedNanoseconds = 0; ///< their expected duration
};

/// Receives commands instead of their queue: a command buffer that is being recorded.
class CommandRecorder {
public:
  /// CL_SUCCESS, or why the command cannot be recorded. Throws bad_alloc.
  virtual cl_int record(cl_command_type type, std::unique_ptr<Operation> operation) = 0;

protected:
  ~CommandRecorder() = default;
};

/// The destination of a command: its queue, its dependencies and its event; or the queue that
/// determines its device and order, and its recorder.
struct CommandSlot {
  Queue &queue;
  std::span<const cl_event> waitList;
  cl_event *event = nullptr;
  CommandRecorder *recorder = nullptr;

  /// Queue::enqueue, or CommandRecorder::record.
  cl_int enqueue(cl_command_type type, std::unique_ptr<Operation> operation,
                 bool blocking = false) const {
    return recorder ? recorder->record(type, std::move(operation))
                    : queue.enqueue(type, std::move(operation), waitList, event, blocking);
  }
};

/// Checks an event wait list against a context: CL_SUCCESS, CL_INVALID_EVENT_WAIT_LIST or
/// CL_INVALID_CONTEXT (section 5.11 of the OpenCL API specification).
cl_int validateWaitList(const Context &context, cl_uint count, const cl_event *events);

} // namespace weft::icd
