// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that the host does not know of.
//
// A program is started by a process between, so that it is no child of the host: a host that waits
// for all its children, or handles SIGCHLD, never meets it. The process between shares the host's
// memory, sends no signal when it ends, and only waits that ask for such processes find it.
//
// It ends as soon as it has started the program, whose parent is then whoever takes orphans. Where
// the host itself is the one who does (a child subreaper, or the first process of its namespace),
// the process between stays as the parent until the program has ended. It keeps no file open then,
// takes no signal and touches nothing of the host's memory but a stack of its own.
#pragma once

#include "compiler/client/process/identity.h"
#include "device/base/environment.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::compiler {

/// Starts programs, and cleans up behind those that have ended. One thread at a time.
class DetachedProcesses {
public:
  /// Starts a program with `descriptor` as its descriptor 3, standard streams that lead nowhere
  /// and no other file, in a session of its own, with no more privileges than the calling thread
  /// has. `identity` gets those that it was started with. False when that is impossible.
  bool start(const std::string &program, std::vector<std::string> arguments,
             const Environment &environment, int descriptor, Identity &identity);

  /// In a forked child: those of the parent are not its own.
  void forget() noexcept { staying.clear(); }

private:
  struct Between {
    pid_t process;
    void *stack;
  };
  void cleanUp();

  std::vector<Between> staying;
};

} // namespace weft::compiler
