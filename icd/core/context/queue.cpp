// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/queue.h"

#include "device/base/clock.h"
#include "icd/core/context/checked/enqueuing_call.h"
#include "icd/core/context/context.h"
#include "icd/core/context/event.h"
#include "icd/core/context/scheduler.h"
#include "icd/core/platform/device.h"

#include <algorithm>

namespace weft::icd {
namespace {

/// Commands start without a flush if they justify waking a thread.
constexpr float flushNanoseconds = 20'000;
/// Shorter commands do not: moving them to another core's cache takes as long.
constexpr float handOverNanoseconds = 200;
/// This many short commands run on the enqueuing thread: their memory is reused while it is cached.
constexpr std::size_t runCount = 256;

} // namespace

Queue::Queue(Context &context, Device &device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> listedProperties, const QueueHints &hints)
    : owningContext(&context), owningDevice(&device), propertyBits(properties),
      propertyList(std::move(listedProperties)), hints(hints) {
  open.reserve(compactAt);
  context.addQueue(*this);
  CommandRaces::addQueue(isOutOfOrder());
}

Queue::~Queue() {
  owningContext->removeQueue(*this);
  CommandRaces::removeQueue();
}

void Queue::setProperties(cl_command_queue_properties properties) {
  constexpr cl_command_queue_properties orderingProperties =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  if ((properties ^ propertyBits.load()) & orderingProperties)
    finish();
  propertyBits.store(properties, std::memory_order_relaxed);
  // Counts as another one.
  CommandRaces::addQueue(isOutOfOrder());
  CommandRaces::removeQueue();
}

void Queue::keepOrder(OrderedCommands &order, const Event &command) noexcept {
  if (CommandRaces *races = CommandRaces::ofProcess())
    races->join(order, command.order.get());
}

void Queue::dropFinishedOpen() noexcept {
  std::erase_if(open, [this](const Ref<Event> &event) {
    const bool isComplete = event->isComplete();
    if (isComplete)
      keepOrder(beforeJoins, *event);
    return isComplete;
  });
}

void Queue::dropFinished() noexcept {
  if (barrier && barrier->isComplete()) {
    keepOrder(beforeAll, *barrier);
    barrier.reset();
  }
  if (open.size() < compactAt)
    return;
  dropFinishedOpen();
  compactAt = std::max<std::size_t>(64, 2 * open.size());
}

void Queue::link(Event &command, std::span<const cl_event> waitList, Order order,
                 std::uint32_t owners) {
  dropFinished();
  const bool inOrder = !isOutOfOrder();
  const bool joins = inOrder || (order != Order::Command && waitList.empty());
  const std::size_t sources = waitList.size() + (joins ? open.size() : barrier ? 1 : 0);
  // Everything that may throw comes before the first change.
  command.reserveEdges(sources);
  if (open.size() == open.capacity())
    open.reserve(2 * open.size());

  // Nobody else knows the command before it has a dependency.
  command.owners.store(owners, std::memory_order_relaxed);
  command.pending.store(static_cast<std::uint32_t>(sources) + 1, std::memory_order_relaxed);
  command.chain = inOrder ? this : nullptr;
  std::uint32_t complete = 0;
  for (cl_event listed : waitList)
    complete += !command.dependOn(Ref<Event>(Event::fromHandle(listed)), true);
  if (joins) {
    for (Ref<Event> &earlier : open)
      complete += !command.dependOn(std::move(earlier), false);
    open.clear();
  } else if (barrier) {
    complete += !command.dependOn(barrier, false);
  }
  if (complete)
    command.pending.fetch_sub(complete, std::memory_order_relaxed);
  if (CommandRaces *races = command.order ? CommandRaces::ofProcess() : nullptr) {
    races->join(*command.order, beforeAll);
    if (joins)
      races->join(*command.order, beforeJoins);
  }
  open.push_back(Ref<Event>::adopt(&command));
  if (order == Order::Barrier && !inOrder)
    barrier = Ref<Event>(&command);
}

Ref<Event> Queue::append(cl_command_type type, std::unique_ptr<Operation> operation,
                         std::span<const cl_event> waitList, Order order, cl_event *event,
                         bool awaited) {
  const float expected = operation ? operation->expectedNanoseconds() : 0;
  auto command = Ref<Event>::adopt(new Event(*this, type, std::move(operation)));
  command->exposed = event != nullptr;
  command->arena = &owningDevice->arena();
  command->call.priority = hints.priority;
  command->enqueued = traceHere();
  if (CommandRaces *races = CommandRaces::ofProcess())
    command->order = races->enqueue(enqueuingCall(type),
                                    command->operation ? command->operation->name() : nullptr);
  if (command->profiled)
    command->stateTimes.queued = monotonicNanoseconds();
  // Owned by its position in the queue, the graph until it completes, the host and the caller.
  const std::uint32_t owners = 2 + (event != nullptr) + awaited;
  bool flushNow, runNow;
  {
    std::lock_guard lock(mutex);
    link(*command, waitList, order, owners);
    if (isTracing())
      Scheduler::traceEnqueue(*command);
    if (event) {
      command->apiReferences.store(1, std::memory_order_relaxed);
      command->hostReferences.store(1, std::memory_order_relaxed);
      *event = command->handle();
    }
    if (lastUnflushed)
      lastUnflushed->nextUnflushed = command.get();
    else
      firstUnflushed = command.get();
    lastUnflushed = command.get();
    if (expected > handOverNanoseconds)
      unflushedNanoseconds += expected;
    flushNow = unflushedNanoseconds >= flushNanoseconds;
    runNow = ++unflushedCount >= runCount;
    // From here on another thread may flush it, so this one no longer keeps it alive.
    if (!awaited)
      command.leak();
  }
  if (!awaited && (flushNow || runNow))
    Scheduler::flush(*this, flushNow ? 0 : runCount);
  return command;
}

cl_int Queue::runHere(cl_command_type type, std::unique_ptr<Operation> operation,
                      std::span<const cl_event> waitList, Order order, cl_event *event) {
  auto command = Ref<Event>::adopt(new Event(*this, type, std::move(operation)));
  command->exposed = event != nullptr;
  command->arena = &owningDevice->arena();
  command->enqueued = traceHere();
  if (command->profiled)
    command->stateTimes.queued = command->stateTimes.submitted = monotonicNanoseconds();
  for (cl_event listed : waitList) {
    Event &earlier = *Event::fromHandle(listed);
    if (Scheduler::wait(earlier, earlier.queue()) < 0)
      command->dependencyError = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  if (CommandRaces *races = CommandRaces::ofProcess())
    command->order = races->enqueue(enqueuingCall(type),
                                    command->operation ? command->operation->name() : nullptr);
  const device::Arena::AloneScope alone;
  if (!isOutOfOrder() || (order != Order::Command && waitList.empty())) {
    const std::lock_guard lock(callers);
    Scheduler::runHere(*command);
  } else {
    const std::shared_lock lock(callers);
    Scheduler::runHere(*command);
  }
  if (event) {
    command->retainApi();
    *event = command->handle();
  }
  return command->status();
}

cl_int Queue::enqueue(cl_command_type type, std::unique_ptr<Operation> operation,
                      std::span<const cl_event> waitList, cl_event *event, bool blocking) {
  if (runsOnCallingThread()) {
    cl_event made = nullptr;
    const cl_int status =
        runHere(type, std::move(operation), waitList, Order::Command, event ? &made : nullptr);
    if (blocking && status < 0) {
      if (made)
        Event::fromHandle(made)->releaseApi();
      return status;
    }
    if (event)
      *event = made;
    return CL_SUCCESS;
  }
  if (!blocking) {
    append(type, std::move(operation), waitList, Order::Command, event, false);
    return CL_SUCCESS;
  }
  cl_event made = nullptr;
  Ref<Event> command =
      append(type, std::move(operation), waitList, Order::Command, event ? &made : nullptr, true);
  const cl_int status = Scheduler::wait(*command, this);
  if (status >= 0) {
    if (event)
      *event = made;
    return CL_SUCCESS;
  }
  // A failing call returns no event.
  if (event)
    command->releaseApi();
  return status;
}

void Queue::enqueueMarker(cl_command_type type, std::span<const cl_event> waitList,
                          cl_event *event) {
  if (runsOnCallingThread())
    runHere(type, nullptr, waitList, Order::Marker, event);
  else
    append(type, nullptr, waitList, Order::Marker, event, false);
}

void Queue::enqueueBarrier(cl_command_type type, std::span<const cl_event> waitList,
                           cl_event *event) {
  if (runsOnCallingThread())
    runHere(type, nullptr, waitList, Order::Barrier, event);
  else
    append(type, nullptr, waitList, Order::Barrier, event, false);
}

void Queue::flush() noexcept { Scheduler::flush(*this); }

void Queue::finish() {
  if (runsOnCallingThread()) {
    const std::lock_guard lock(callers);
    return;
  }
  Ref<Event> last;
  {
    std::lock_guard lock(mutex);
    dropFinishedOpen();
    if (CommandRaces *races = CommandRaces::ofProcess())
      races->hostSaw(beforeJoins);
    if (open.size() == 1)
      last = open.front();
    else if (open.empty())
      return;
  }
  if (!last)
    last = append(CL_COMMAND_MARKER, nullptr, {}, Order::Marker, nullptr, true);
  Scheduler::wait(*last, this);
}

/// Marks the end of a queue that the host has released, and informs the context when it is reached.
class Queue::LastOperation final : public Operation {
public:
  explicit LastOperation(Context &context) : context(context) { context.beginDraining(); }
  ~LastOperation() override { context.endDraining(); }
  LastOperation(const LastOperation &) = delete;
  LastOperation &operator=(const LastOperation &) = delete;
  cl_int execute(device::Arena &) noexcept override { return CL_SUCCESS; }

private:
  Context &context; ///< kept by the queue, which the command keeps
};

void Queue::appendLast() noexcept {
  {
    std::lock_guard lock(mutex);
    dropFinished();
    if (std::ranges::all_of(open, [](const Ref<Event> &event) { return event->isComplete(); }))
      return;
  }
  try {
    append(CL_COMMAND_MARKER, std::make_unique<LastOperation>(*owningContext), {}, Order::Marker,
           nullptr, false);
  } catch (const std::bad_alloc &) {
    // Then Context::finish() does not wait for this queue.
  }
}

void Queue::beforeApiRelease() noexcept {
  appendLast();
  flush();
  // Commands own their queue; if it remembered them there would be a cycle.
  std::vector<Ref<Event>> forgotten;
  Ref<Event> forgottenBarrier;
  std::lock_guard lock(mutex);
  std::swap(forgotten, open);
  std::swap(forgottenBarrier, barrier);
}

cl_int validateWaitList(const Context &context, cl_uint count, const cl_event *events) {
  if ((count == 0) != (events == nullptr))
    return CL_INVALID_EVENT_WAIT_LIST;
  for (cl_event handle : std::span(events, count)) {
    Event *event = Event::fromHandle(handle);
    if (!event)
      return CL_INVALID_EVENT_WAIT_LIST;
    if (&event->context() != &context)
      return CL_INVALID_CONTEXT;
  }
  return CL_SUCCESS;
}

} // namespace weft::icd
