// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/event.h"

#include "device/arch/spin.h"
#include "device/base/threads/futex.h"
#include "icd/core/context/callback_thread.h"
#include "icd/core/context/context.h"
#include "icd/core/context/queue.h"
#include "icd/core/context/scheduler.h"

#include <mutex>

namespace weft::icd {
namespace {

/// The list head of a complete event's dependents: an address, never an edge.
constinit std::byte closedPlace{};
Edge *closedMark() noexcept { return reinterpret_cast<Edge *>(&closedPlace); }

} // namespace

Event::Event(Context &context)
    : executionStatus(CL_SUBMITTED), exposed(true), commandType(CL_COMMAND_USER),
      userContext(&context) {
  if (Termination *termination = context.termination())
    termination->add(*this);
}

Event::Event(Queue &queue, cl_command_type type, std::unique_ptr<Operation> operation)
    : executionStatus(CL_QUEUED), terminable(queue.context().termination() != nullptr),
      profiled(queue.isProfiled()), commandType(type), owningQueue(&queue),
      operation(std::move(operation)) {
  apiReferences.store(0, std::memory_order_relaxed);
  hostReferences.store(0, std::memory_order_relaxed);
}

Event::~Event() {
  if (Termination *termination = isUserEvent() ? userContext->termination() : nullptr)
    termination->remove(*this);
  releaseEdges();
  while (callbacks)
    callbacks = std::move(callbacks->next);
}

Context &Event::context() const noexcept {
  return owningQueue ? owningQueue->context() : *userContext;
}

void Event::retainApi() noexcept {
  hostReferences.fetch_add(1, std::memory_order_relaxed);
  Object::retainApi();
}

bool Event::releaseApi() noexcept {
  std::uint32_t count = hostReferences.load(std::memory_order_relaxed);
  do
    if (count == 0)
      return false;
  while (!hostReferences.compare_exchange_weak(count, count - 1, std::memory_order_relaxed));
  return Object::releaseApi();
}

void Event::addCallback(cl_int trigger, EventCallback::Function function, void *data) {
  auto entry = std::make_unique<EventCallback>(EventCallback{function, data, trigger, nullptr});
  // The handle stays valid until the call, even if the host releases it earlier.
  Object::retainApi();
  cl_int now;
  {
    std::lock_guard lock(callbackLock);
    now = status();
    if (now > trigger) {
      EventCallback &added = *entry;
      *callbackEnd = std::move(entry);
      callbackEnd = &added.next;
      return;
    }
  }
  postCallback(*entry, now);
}

void Event::callbackReturned() noexcept { Object::releaseApi(); }

void Event::postCallback(const EventCallback &callback, cl_int status) noexcept {
  postEventCallback(Ref<Event>(this), callback.function, status < 0 ? status : callback.trigger,
                    callback.data);
}

void Event::sleepUntilComplete() noexcept {
  // Events that hosts wait for are often about to complete: poll a few times before sleeping.
  for (int looks = 0; looks < 200; ++looks) {
    if (isComplete())
      return;
    device::spinPause();
  }
  // Pairs with storeStatus: either this sees the store, or the store sees the sleeper.
  sleepers.fetch_add(1, std::memory_order_seq_cst);
  for (cl_int now = executionStatus.load(std::memory_order_seq_cst); now > CL_COMPLETE;
       now = executionStatus.load(std::memory_order_seq_cst))
    device::futexWait(executionStatus, now);
  sleepers.fetch_sub(1, std::memory_order_relaxed);
}

void Event::storeStatus(cl_int status) noexcept {
  if (status > CL_COMPLETE) {
    executionStatus.store(status, std::memory_order_release);
    return;
  }
  executionStatus.store(status, std::memory_order_seq_cst);
  if (sleepers.load(std::memory_order_seq_cst) != 0)
    device::futexWakeAll(executionStatus);
}

void Event::enterStatus(cl_int status) noexcept {
  // A terminated context has set the final status already.
  if (isComplete())
    return;
  if (!exposed && !terminable)
    return storeStatus(status);
  // The triggered callbacks, unlinked under the lock and posted after it.
  std::unique_ptr<EventCallback> triggered;
  {
    std::lock_guard lock(callbackLock);
    if (isComplete())
      return;
    storeStatus(status);
    std::unique_ptr<EventCallback> *from = &callbacks, *to = &triggered;
    while (*from) {
      if ((*from)->trigger < status) {
        from = &(*from)->next;
        continue;
      }
      *to = std::move(*from);
      *from = std::move((*to)->next);
      to = &(*to)->next;
    }
    callbackEnd = from;
  }
  while (triggered) {
    postCallback(*triggered, status);
    triggered = std::move(triggered->next);
  }
}

// Who knows that a command runs knows that others have ended.
void Event::noteSeen(cl_int status) const noexcept {
  if (CommandRaces *races = status <= CL_RUNNING ? CommandRaces::ofProcess() : nullptr)
    races->hostSaw(status <= CL_COMPLETE ? order.get() : nullptr);
}

bool Event::setUserStatus(cl_int status) noexcept {
  Phase expected = Phase::Waiting;
  if (!phase.compare_exchange_strong(expected, Phase::Claimed, std::memory_order_acq_rel))
    return false;
  // A waiter sees the status before the dependents are finished, and may release the last
  // reference.
  const Ref<Event> owned(this);
  Scheduler::completeUserEvent(*this, status);
  return true;
}

void Event::reserveEdges(std::size_t count) {
  edges = count <= inlineEdges.size() ? inlineEdges.data() : new Edge[count];
}

bool Event::dependOn(Ref<Event> owned, bool carriesErrors) noexcept {
  Event &source = *owned;
  Edge *edge = &edges[edgeCount++];
  edge->source = std::move(owned);
  edge->dependent = this;
  edge->carriesErrors = carriesErrors;
  Edge *head = source.dependents.load(std::memory_order_acquire);
  do {
    if (head == closedMark()) {
      if (carriesErrors && source.status() < 0)
        dependencyError.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                              std::memory_order_relaxed);
      return false;
    }
    edge->next = head;
  } while (!source.dependents.compare_exchange_weak(head, edge, std::memory_order_acq_rel,
                                                    std::memory_order_acquire));
  return true;
}

Edge *Event::takeDependents() noexcept {
  Edge *list = dependents.exchange(closedMark(), std::memory_order_acq_rel);
  if (list == closedMark())
    return nullptr;
  Edge *inOrder = nullptr;
  while (list) {
    Edge *next = std::exchange(list->next, inOrder);
    inOrder = std::exchange(list, next);
  }
  return inOrder;
}

void Event::releaseEdges() noexcept {
  Edge *released;
  std::uint32_t count;
  {
    std::lock_guard lock(edgeLock);
    released = std::exchange(edges, nullptr);
    count = std::exchange(edgeCount, 0);
  }
  for (std::uint32_t i = 0; i < count; ++i)
    released[i].source.reset();
  if (released != inlineEdges.data())
    delete[] released;
}

Ref<Event> Event::unclaimedDependency(std::size_t &cursor) noexcept {
  std::lock_guard lock(edgeLock);
  while (cursor < edgeCount) {
    Event *source = edges[cursor++].source.get();
    if (source && !source->isComplete() &&
        source->phase.load(std::memory_order_acquire) != Phase::Claimed)
      return Ref<Event>(source);
  }
  return {};
}

} // namespace weft::icd
