// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/scheduler.h"

#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/trace.h"
#include "icd/core/context/command_name.h"
#include "icd/core/context/context.h"
#include "icd/core/context/external_memory.h"
#include "icd/core/context/queue.h"

#include <CL/cl_ext.h>

#include <mutex>
#include <utility>
#include <vector>

namespace weft::icd {
namespace {

/// How many dependencies a waiting thread examines before it sleeps: bounds the search in graphs
/// where many paths lead to the same few commands.
constexpr std::size_t searchBudget = 1'000'000;

} // namespace

void Scheduler::makeReady(Event &command, Ref<Event> &kept) noexcept {
  // Owned before it can be claimed: whoever claims it may complete and drop it immediately.
  Ref<Event> owned(&command);
  command.phase.store(Event::Phase::Ready, std::memory_order_release);
  if (kept)
    dispatch(std::move(owned));
  else
    kept = std::move(owned);
}

void Scheduler::submit(Event &command, Ref<Event> &kept) noexcept {
  if (command.profiled)
    command.stateTimes.submitted = monotonicNanoseconds();
  command.enterStatus(CL_SUBMITTED);
  if (command.pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
    makeReady(command, kept);
}

void Scheduler::flushKeeping(Queue &queue, Ref<Event> &kept) noexcept {
  // Queues still to flush. A queue joins this list at most once per command that names it, and has
  // nothing left to flush the second time, so the walk terminates.
  Ref<Queue> current(&queue);
  std::vector<Ref<Queue>> others;
  while (current) {
    Event *command;
    {
      std::lock_guard lock(current->mutex);
      command = std::exchange(current->firstUnflushed, nullptr);
      current->lastUnflushed = nullptr;
      current->unflushedCount = 0;
      current->unflushedNanoseconds = 0;
    }
    while (command) {
      Event *next = command->nextUnflushed;
      // The flush token holds the command back, so nobody releases its edges meanwhile.
      for (std::uint32_t i = 0; i < command->edgeCount; ++i) {
        Event &source = *command->edges[i].source;
        if (command->edges[i].carriesErrors && source.status() == CL_QUEUED &&
            source.queue() != current.get())
          try {
            others.emplace_back(source.queue());
          } catch (const std::bad_alloc &) {
            // The host has to flush the other queue itself, as the specification requires.
          }
      }
      submit(*command, kept);
      command = next;
    }
    current.reset();
    if (!others.empty()) {
      current = std::move(others.back());
      others.pop_back();
    }
  }
}

/// Runs ready commands of an in-order queue, including those that become ready: at most `most`.
void Scheduler::runLinks(const Queue *chain, std::size_t most, Ref<Event> &kept) noexcept {
  for (; most && chain && kept && kept->chain == chain; --most) {
    Ref<Event> first = std::move(kept);
    if (!first->claim())
      return;
    run(std::move(first), kept);
  }
}

void Scheduler::flush(Queue &queue, std::size_t runHere) noexcept {
  Ref<Event> kept;
  flushKeeping(queue, kept);
  runLinks(&queue, runHere, kept);
  if (kept)
    dispatch(std::move(kept));
}

void Scheduler::dispatch(Ref<Event> command) noexcept {
  Event *owned = command.leak();
  owned->call.work = [](void *event) { runChain(Ref<Event>::adopt(static_cast<Event *>(event))); };
  owned->call.data = owned;
  // The first call may complete and drop the command at once.
  Ref<Event> again(owned);
  if (!owned->arena->post(owned->call)) {
    // Whichever call comes first claims the command. The other one drops its ownership, if it
    // comes.
    again.leak();
    owned->arena->post(owned->call);
  }
}

void Scheduler::runChain(Ref<Event> command) noexcept {
  while (command && command->claim()) {
    Ref<Event> next;
    run(std::move(command), next);
    command = std::move(next);
  }
}

const char *Scheduler::traceName(const Event &command) noexcept {
  const char *name = command.operation ? command.operation->name() : nullptr;
  return name ? name : commandName(command.type());
}

void Scheduler::traceEnqueue(const Event &command) noexcept {
  noteEnqueued(command.queue());
  traceSpan("enqueue", traceName(command), command.enqueued.time, "\"queue\":\"%p\"",
            static_cast<const void *>(command.queue()));
}

cl_int Scheduler::executeTraced(Event &command) noexcept {
  traceArrow("run", command.enqueued);
  const std::uint64_t begin = monotonicNanoseconds();
  CommandScope scope(traceName(command), command.queue());
  const cl_int result = command.operation->execute(*command.arena);
  scope.end(result);
  traceSpan("command", traceName(command), begin, "\"queue\":\"%p\",\"result\":%d",
            static_cast<const void *>(command.queue()), result);
  return result;
}

cl_int Scheduler::executeWatched(Event &command) noexcept {
  const CommandAccesses::Scope scope(&command.order->accesses);
  return isTracing() ? executeTraced(command) : command.operation->execute(*command.arena);
}

// Before others know that the command has ended.
void Scheduler::joinSources(Event &command) noexcept {
  CommandRaces *races = CommandRaces::ofProcess();
  if (!races)
    return;
  for (std::uint32_t i = 0; i < command.edgeCount; ++i)
    races->join(command.order->before, command.edges[i].source->order.get());
  for (const std::string &text : races->end(*command.order))
    command.context().report(text.c_str());
}

void Scheduler::run(Ref<Event> owned, Ref<Event> &kept) noexcept {
  Event &command = *owned.leak();
  cl_int result = command.dependencyError.load(std::memory_order_relaxed);
  if (Termination *termination = command.context().termination();
      termination && !termination->add(command))
    result = CL_CONTEXT_TERMINATED_KHR;
  if (result == CL_SUCCESS) {
    if (command.profiled)
      command.stateTimes.started = monotonicNanoseconds();
    command.enterStatus(CL_RUNNING);
    ExternalMemory::replaceLostPages();
    if (command.operation && command.order)
      result = executeWatched(command);
    else if (command.operation)
      result = isTracing() ? executeTraced(command) : command.operation->execute(*command.arena);
  }
  if (command.order)
    joinSources(command);
  complete(command, result, kept);
  // The caller's and the graph's.
  command.dropOwners(2);
}

void Scheduler::complete(Event &event, cl_int status, Ref<Event> &kept) noexcept {
  if (Termination *termination = event.context().termination())
    termination->remove(event);
  if (event.profiled) {
    const std::uint64_t ofParent = event.operation ? event.operation->endOfParent() : 0;
    event.stateTimes.completed = monotonicNanoseconds();
    event.stateTimes.ended = ofParent ? ofParent : event.stateTimes.completed;
  }
  // The command's references are dropped first, so that a host that sees it complete sees its
  // objects freed.
  event.operation.reset();
  event.releaseEdges();
  if (!event.exposed)
    event.owningQueue.reset();
  event.enterStatus(status);
  releaseDependents(event, status, kept);
}

void Scheduler::releaseDependents(Event &event, cl_int status, Ref<Event> &kept) noexcept {
  Edge *edge = event.takeDependents();
  while (edge) {
    // Once its count is decremented, the dependent may be gone, and the edge with it.
    Edge *next = edge->next;
    Event &dependent = *edge->dependent;
    if (status < 0 && edge->carriesErrors)
      dependent.dependencyError.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                                      std::memory_order_relaxed);
    if (dependent.pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
      makeReady(dependent, kept);
    edge = next;
  }
}

void Scheduler::runHere(Event &command) noexcept {
  command.enterStatus(CL_SUBMITTED);
  command.phase.store(Event::Phase::Claimed, std::memory_order_release);
  command.addOwner();
  command.addOwner();
  Ref<Event> kept;
  run(Ref<Event>::adopt(&command), kept);
  command.noteSeen(CL_COMPLETE);
}

void Scheduler::giveUp(Event &event) noexcept {
  if (!event.isUserEvent())
    event.enterStatus(CL_CONTEXT_TERMINATED_KHR);
  Ref<Event> kept;
  releaseDependents(event, CL_CONTEXT_TERMINATED_KHR, kept);
  runChain(std::move(kept));
}

void Scheduler::completeUserEvent(Event &event, cl_int status) noexcept {
  if (CommandRaces *races = CommandRaces::ofProcess())
    event.order = races->afterAll();
  Ref<Event> kept;
  complete(event, status, kept);
  if (kept)
    dispatch(std::move(kept));
}

/// Runs dependencies of `target` while this thread can claim any.
void Scheduler::help(Event &target, Ref<Event> &kept) {
  // Ready commands in the target's in-order queue precede the target: no search.
  while (kept && target.chain && kept->chain == target.chain && !target.isComplete())
    runLinks(target.chain, 1, kept);
  struct Step {
    Ref<Event> event;
    std::size_t cursor = 0;
  };
  Step current{Ref<Event>(&target)};
  std::vector<Step> path;
  std::size_t budget = searchBudget;
  while (!target.isComplete()) {
    if (current.event->claim()) {
      if (kept && kept.get() != current.event.get())
        dispatch(std::exchange(kept, {}));
      kept.reset();
      run(current.event, kept);
      budget = searchBudget;
    } else if (Ref<Event> dependency = current.event->unclaimedDependency(current.cursor)) {
      if (budget-- == 0)
        return;
      path.push_back(std::exchange(current, Step{std::move(dependency)}));
      continue;
    }
    if (path.empty())
      return;
    current = std::move(path.back());
    path.pop_back();
  }
}

cl_int Scheduler::wait(Event &target, Queue *queue) noexcept {
  if (!target.isComplete()) {
    Ref<Event> kept;
    if (queue)
      flushKeeping(*queue, kept);
    try {
      help(target, kept);
    } catch (const std::bad_alloc &) {
      // Without memory for the search this thread sleeps and the devices do the work.
    }
    if (kept)
      dispatch(std::move(kept));
    target.sleepUntilComplete();
  }
  target.noteSeen(CL_COMPLETE);
  return target.status();
}

} // namespace weft::icd
