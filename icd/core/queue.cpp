#include "icd/core/queue.h"

#include "icd/core/clock.h"
#include "icd/core/context.h"
#include "icd/core/device.h"
#include "icd/core/event.h"
#include "icd/core/scheduler.h"

#include <algorithm>

namespace weft::icd {
namespace {

/// So many small commands start without being flushed.
constexpr std::size_t flushThreshold = 64;

} // namespace

Queue::Queue(Context &context, Device &device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> listedProperties)
    : owningContext(&context), owningDevice(&device), propertyBits(properties),
      propertyList(std::move(listedProperties)) {
  open.reserve(compactAt);
}

Queue::~Queue() = default;

void Queue::setProperties(cl_command_queue_properties properties) {
  if ((properties ^ propertyBits.load()) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    finish();
  propertyBits.store(properties, std::memory_order_relaxed);
}

void Queue::dropFinished() noexcept {
  if (barrier && barrier->isComplete())
    barrier.reset();
  if (open.size() < compactAt)
    return;
  std::erase_if(open, [](const Ref<Event> &event) { return event->isComplete(); });
  compactAt = std::max<std::size_t>(64, 2 * open.size());
}

void Queue::link(Event &command, std::span<const cl_event> waitList, Order order) {
  dropFinished();
  bool inOrder = !isOutOfOrder();
  bool joins = inOrder || (order != Order::Command && waitList.empty());
  // Everything that may throw comes before the first change.
  command.reserveEdges(waitList.size() + (joins ? open.size() : 1));
  if (open.size() == open.capacity())
    open.reserve(2 * open.size());

  command.pending.store(1, std::memory_order_relaxed);
  for (cl_event listed : waitList)
    command.dependOn(*Event::fromHandle(listed), true);
  if (joins) {
    for (const Ref<Event> &earlier : open)
      command.dependOn(*earlier, false);
    open.clear();
  } else if (barrier) {
    command.dependOn(*barrier, false);
  }
  open.emplace_back(&command);
  if (order == Order::Barrier && !inOrder)
    barrier = Ref<Event>(&command);
}

Ref<Event> Queue::append(cl_command_type type, std::unique_ptr<Operation> operation,
                         std::span<const cl_event> waitList, Order order, cl_event *event) {
  bool isLarge = operation && operation->isLarge();
  auto command = Ref<Event>::adopt(new Event(*this, type, std::move(operation)));
  command->exposed = event != nullptr;
  command->arena = &owningDevice->arena();
  if (command->profiled)
    command->stateTimes.queued = nowNanoseconds();
  bool flushNow;
  {
    std::lock_guard lock(mutex);
    link(*command, waitList, order);
    // The graph owns the command until it is complete.
    command->addOwner();
    if (event) {
      command->addOwner();
      command->apiReferences.store(1, std::memory_order_relaxed);
    }
    if (lastUnflushed)
      lastUnflushed->nextUnflushed = command.get();
    else
      firstUnflushed = command.get();
    lastUnflushed = command.get();
    flushNow = ++unflushedCount >= flushThreshold || isLarge;
  }
  if (event)
    *event = command->handle();
  if (flushNow)
    flush();
  return command;
}

cl_int Queue::enqueue(cl_command_type type, std::unique_ptr<Operation> operation,
                      std::span<const cl_event> waitList, cl_event *event, bool blocking) {
  Ref<Event> command = append(type, std::move(operation), waitList, Order::Command, event);
  if (!blocking)
    return CL_SUCCESS;
  cl_int status = Scheduler::wait(*command, this);
  return status < 0 ? status : CL_SUCCESS;
}

void Queue::enqueueMarker(cl_command_type type, std::span<const cl_event> waitList,
                          cl_event *event) {
  append(type, nullptr, waitList, Order::Marker, event);
}

void Queue::enqueueBarrier(cl_command_type type, std::span<const cl_event> waitList,
                           cl_event *event) {
  append(type, nullptr, waitList, Order::Barrier, event);
}

void Queue::flush() noexcept { Scheduler::flush(*this); }

void Queue::finish() {
  Ref<Event> last;
  {
    std::lock_guard lock(mutex);
    std::erase_if(open, [](const Ref<Event> &event) { return event->isComplete(); });
    if (open.size() == 1)
      last = open.front();
    else if (open.empty())
      return;
  }
  if (!last)
    last = append(CL_COMMAND_MARKER, nullptr, {}, Order::Marker, nullptr);
  Scheduler::wait(*last, this);
}

void Queue::beforeApiRelease() noexcept {
  flush();
  // Commands own their queue; what the queue remembers of them would close a circle.
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
