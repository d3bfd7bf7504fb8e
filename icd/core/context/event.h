// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events: user events, and the commands of queues. Every command is an event, exposed to the host
// or not, and a node in the dependency graph.
//
// A command counts its unfinished dependencies, plus one until it is flushed. At zero it is Ready;
// whoever claims it runs it. Completion walks the list of dependents, so a chain of any depth needs
// no recursion. Edges are stored in the dependent: linked into the source's list they lead forwards
// (to commands that become ready), and as an array backwards (to commands that a waiting thread may
// help with). A command drops its edges when it completes, so a chain never keeps its history
// alive.
//
// Memory order. The status releases what the command wrote, its times included, and whoever looks
// at it acquires that. Final ones and the count of sleepers are sequentially consistent, both
// stored before the other is loaded: the waiting thread sees the status, or the completing one the
// sleeper. A lock orders the status with callbacks, and with the end of the context; one command
// without either needs none, as a single thread at a time changes its status. Linking an edge
// releases it; taking the list acquires all edges, and whoever finds the list closed acquires the
// final status. `pending` only changes by read-modify-writes, so the thread that brings it to zero
// acquires what all sources and the enqueuing thread released, the error among it; Phase::Ready
// hands that to the thread that claims the command. tests/models/event_*.cpp
#pragma once

#include "device/base/reports/trace.h"
#include "device/base/threads/spin_lock.h"
#include "device/threads/arena.h"
#include "icd/core/context/checked/command_races.h"
#include "icd/core/context/operation.h"
#include "icd/core/object.h"

#include <array>
#include <memory>
#include <span>

namespace weft::icd {

class Context;
class Queue;
class Event;

/// One dependency. The dependent owns it and keeps the source alive.
struct Edge {
  Ref<Event> source;
  Event *dependent = nullptr;
  Edge *next = nullptr; ///< in the source's list of dependents
  /// An error of the source fails the dependent: for wait lists, but not for queue order.
  bool carriesErrors = false;
};

struct EventCallback {
  using Function = void(CL_CALLBACK *)(cl_event, cl_int, void *);
  Function function;
  void *data;
  cl_int trigger;
  std::unique_ptr<EventCallback> next;
};

/// When a command changed state (nanoseconds, device/base/clock.h); 0 if not recorded.
struct EventTimes {
  cl_ulong queued = 0;
  cl_ulong submitted = 0;
  cl_ulong started = 0;
  cl_ulong ended = 0;
  cl_ulong completed = 0; ///< including everything that a kernel enqueued
};

class Event final : public Object<Event, _cl_event, ObjectType::Event> {
public:
  /// A user event (clCreateUserEvent), CL_SUBMITTED, with one API reference.
  explicit Event(Context &context);
  /// A command outside the graph. Without API reference; one owner.
  Event(Queue &queue, cl_command_type type, std::unique_ptr<Operation> operation);
  ~Event();

  Context &context() const noexcept;
  Queue *queue() const noexcept { return owningQueue.get(); }
  bool isUserEvent() const noexcept { return commandType == CL_COMMAND_USER; }
  cl_command_type type() const noexcept { return commandType; }
  /// CL_QUEUED … CL_COMPLETE, or the negative error code with which it ended.
  cl_int status() const noexcept { return executionStatus.load(std::memory_order_acquire); }
  bool isComplete() const noexcept { return status() <= CL_COMPLETE; }
  bool isProfiled() const noexcept { return profiled; }
  const EventTimes &times() const noexcept { return stateTimes; }

  /// The host's callbacks. They also hold API references, which keep the handle valid.
  void retainApi() noexcept;
  /// False if the host has no reference left.
  bool releaseApi() noexcept;
  /// The value of CL_EVENT_REFERENCE_COUNT: references of the host only.
  cl_uint hostReferenceCount() const noexcept {
    return hostReferences.load(std::memory_order_relaxed);
  }
  /// clSetEventCallback. The function is called on the thread of
  /// icd/core/context/callback_thread.h, even if the status has already been reached. Throws
  /// bad_alloc.
  void addCallback(cl_int trigger, EventCallback::Function function, void *data);
  /// Releases the reference of addCallback, after the callback.
  void callbackReturned() noexcept;
  /// The host has seen this status, in another way than by waiting.
  void noteSeen(cl_int status) const noexcept;
  /// clSetUserEventStatus: false if the status was already set. Dependents are dispatched.
  bool setUserStatus(cl_int status) noexcept;

private:
  friend class Scheduler;
  friend class Queue;
  friend class Termination;
  enum class Phase : std::uint8_t { Waiting, Ready, Claimed };

  /// Sleeps until the event is complete.
  void sleepUntilComplete() noexcept;
  void storeStatus(cl_int status) noexcept;
  /// Stores the status and hands the callbacks that it triggers to the callback thread.
  void enterStatus(cl_int status) noexcept;
  void postCallback(const EventCallback &callback, cl_int status) noexcept;
  /// Makes room for `count` edges; at most once. Throws bad_alloc.
  void reserveEdges(std::size_t count);
  /// Adds a dependency already included in `pending`; false if the source is complete, so that the
  /// caller has to decrement it. The caller holds the flush token, so the command cannot become
  /// ready.
  bool dependOn(Ref<Event> source, bool carriesErrors) noexcept;
  /// Closes the list of dependents and returns it in order of arrival; null if already closed.
  Edge *takeDependents() noexcept;
  void releaseEdges() noexcept;
  /// The first dependency from `cursor` on that is neither complete nor claimed, or null; advances
  /// `cursor` past it. Safe while other threads complete this command.
  Ref<Event> unclaimedDependency(std::size_t &cursor) noexcept;
  bool claim() noexcept {
    Phase expected = Phase::Ready;
    return phase.compare_exchange_strong(expected, Phase::Claimed, std::memory_order_acq_rel);
  }

  std::atomic<cl_int> executionStatus;
  std::atomic<std::uint32_t> sleepers{0}; ///< threads in sleepUntilComplete
  std::atomic<std::uint32_t> pending{0};  ///< unfinished dependencies, and the flush token
  std::atomic<cl_int> dependencyError{CL_SUCCESS};
  std::atomic<Phase> phase{Phase::Waiting};
  bool exposed = false;
  bool terminable = false; ///< its context may end it while it runs
  bool profiled = false;
  device::SpinLock edgeLock;     ///< guards edges and edgeCount against unclaimedDependency
  device::SpinLock callbackLock; ///< guards callbacks, and orders them with executionStatus
  cl_command_type commandType;
  std::uint32_t edgeCount = 0;
  Edge *edges = nullptr;
  std::atomic<Edge *> dependents{nullptr}; ///< closed (icd/core/context/event.cpp) when complete
  Ref<Queue> owningQueue;                  ///< released at completion if not exposed
  device::Arena *arena = nullptr;          ///< of the queue's device
  device::ArenaCall call;                  ///< once dispatched
  /// The queue if it was in-order when the command was enqueued; for comparison only.
  const Queue *chain = nullptr;
  Ref<Context> userContext; ///< only of user events
  std::unique_ptr<Operation> operation;
  std::unique_ptr<CommandOrder> order; ///< null if nobody looks for races of commands
  Event *nextUnflushed = nullptr;
  std::unique_ptr<EventCallback> callbacks;
  std::unique_ptr<EventCallback> *callbackEnd = &callbacks; ///< where the next one is linked
  std::atomic<std::uint32_t> hostReferences{1};
  // In the list of a terminable context, which guards it.
  Event *earlierOpen = nullptr, *laterOpen = nullptr;
  bool isOpen = false;
  EventTimes stateTimes;
  TracePoint enqueued; ///< when tracing
  std::array<Edge, 2> inlineEdges;
};

} // namespace weft::icd
