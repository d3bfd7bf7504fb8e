// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The children of a code server: those that work, and those that have finished a job and could do
// another one.
//
// This is about processes and their sockets. What their code is for, and what becomes of it, is
// decided elsewhere.
#pragma once

#include "compiler/server/codegen/code_worker.h"
#include "compiler/server/processes/build_watch.h"
#include "compiler/server/processes/child_signal.h"
#include "device/base/clock.h"
#include "device/base/files/descriptor.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <poll.h>
#include <span>
#include <sys/types.h>
#include <vector>

namespace weft::compiler {

/// A working child.
struct CodeWork {
  Job job;
  WorkFiles files;
  BuildWatch watch;
  /// Closing it ends the child after its job.
  Descriptor socket{};    // NOLINT(readability-redundant-member-init): initialisers leave it out
  bool isFirst = true;    ///< of the child's jobs
  bool isStopped = false; ///< for lack of a slot
  /// When it got its slot, or was last checked, and its CPU time by then.
  BuildWatch::Clock::time_point since = BuildWatch::Clock::now();
  std::chrono::nanoseconds computed{0};
  std::uint64_t begin = monotonicNanoseconds();
};

class CodeChildren {
public:
  CodeChildren();

  const std::map<pid_t, CodeWork> &running() const { return working; }

  // Starting.

  /// Gives the work to a suitable idle child. False if there is none.
  bool handOver(CodeWork &work);
  /// Forks a child for the work. Like fork(): returns 0 in the child, which has no part in the
  /// others; negative if the system refuses. `own` becomes the child's end of its socket.
  pid_t fork(CodeWork &work, Descriptor &own);

  // While they run.

  /// Adds a file for each working child, which becomes readable when its job is finished. Returns
  /// the children in this order.
  std::vector<pid_t> addFiles(std::vector<pollfd> &files) const;
  /// As ChildSignal.
  bool wait(std::span<pollfd> files, int milliseconds) const {
    return ended.wait(files, milliseconds);
  }
  void suspend(pid_t child);
  void resume(pid_t child);
  /// Kills those that have waited for too long.
  void killHung();
  /// Nobody waits for their code any more.
  void yieldAll();

  // Ending.

  /// Kills those chosen, and returns their jobs. This does not wait until they are gone: at their
  /// priority they also take long to die.
  std::vector<Job> killIf(const std::function<bool(pid_t, CodeWork &)> &isChosen);
  /// Kills all; conclude() learns of each.
  void killAll() const;
  /// The work of a child that has finished its job, and could do another one. Nothing if it has
  /// not.
  std::optional<CodeWork> finish(pid_t child);
  /// The work of a child that has ended. Nothing if it had none.
  std::optional<CodeWork> conclude(pid_t child);
  /// There is no more work for idle ones at the moment.
  void endIdle() { idle.clear(); }

private:
  struct IdleChild {
    Job last;
    Descriptor socket;
  };

  ChildSignal ended;
  const pid_t self;
  std::map<pid_t, CodeWork> working;
  std::map<pid_t, IdleChild> idle; ///< until the next search for work
};

} // namespace weft::compiler
