// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who runs commands: arenas, and host threads that wait.
//
// A thread that makes commands ready (by a flush or by completing their last dependency) keeps the
// first for itself and dispatches the others to their arenas. It runs the first next, or dispatches
// it before it blocks or returns; so no ready command is ever forgotten, a chain runs on one thread
// without wake-ups, and a small command that the host waits for runs on the waiting thread.
//
// A waiting thread runs only what it waits for: it searches the unfinished dependencies of its
// target, depth first, for a ready command, and runs it. If the remaining ones run elsewhere or
// depend on a user event, it sleeps.
#pragma once

#include "icd/core/context/event.h"

namespace weft::icd {

class Scheduler {
public:
  /// Submits every command of the queue, and of queues on which they depend, to the devices. With
  /// `runHere`, up to that many commands of an in-order queue run on the calling thread.
  static void flush(Queue &queue, std::size_t runHere = 0) noexcept;
  /// Returns the status of the event when it is complete. Flushes `queue`, the event's queue (null
  /// for user events), and helps.
  static cl_int wait(Event &target, Queue *queue) noexcept;
  /// Runs a command without pending dependencies, unknown to other threads, on the calling thread.
  static void runHere(Event &command) noexcept;
  /// In a terminated context: sets the final status of a running command, and ends everything that
  /// waits for it or for a user event.
  static void giveUp(Event &event) noexcept;
  /// Ends a user event.
  static void completeUserEvent(Event &event, cl_int status) noexcept;

  /// Records that the calling thread enqueued a command that is not flushed yet.
  static void traceEnqueue(const Event &command) noexcept;

private:
  static const char *traceName(const Event &command) noexcept;
  static void flushKeeping(Queue &queue, Ref<Event> &kept) noexcept;
  static void submit(Event &command, Ref<Event> &kept) noexcept;
  static void makeReady(Event &command, Ref<Event> &kept) noexcept;
  static void dispatch(Ref<Event> command) noexcept;
  static void runChain(Ref<Event> command) noexcept;
  static void runLinks(const Queue *chain, std::size_t most, Ref<Event> &kept) noexcept;
  static void run(Ref<Event> command, Ref<Event> &kept) noexcept;
  static cl_int executeTraced(Event &command) noexcept;
  /// Also notes what the command accesses.
  static cl_int executeWatched(Event &command) noexcept;
  static void joinSources(Event &command) noexcept;
  static void complete(Event &event, cl_int status, Ref<Event> &kept) noexcept;
  static void releaseDependents(Event &event, cl_int status, Ref<Event> &kept) noexcept;
  static void help(Event &target, Ref<Event> &kept);
};

} // namespace weft::icd
