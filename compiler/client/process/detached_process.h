// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes invisible to the host.
//
// A program is started by an intermediate process, so that it is not a child of the host: a host
// that waits for all its children, or handles SIGCHLD, never sees it. The intermediate process
// shares the host's memory, sends no signal when it ends, and is found only by waits that ask for
// such processes.
//
// It ends as soon as it has started the program, which is then reparented. If the host itself would
// adopt it (a child subreaper, or the first process of its namespace), the intermediate process
// remains as the parent until the program has ended. Then it keeps no file open, receives no signal
// and accesses none of the host's memory except its own stack.
#pragma once

#include "compiler/client/process/identity.h"
#include "device/base/environment.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::compiler {

/// Starts programs, and reaps those that have ended. Not thread-safe.
class DetachedProcesses {
public:
  /// Starts a program with `descriptor` as its descriptor 3, null standard streams and no other
  /// file, in a separate session, without more privileges than the calling thread. `identity` gets
  /// those with which it was started. False if that is impossible.
  bool start(const std::string &program, std::vector<std::string> arguments,
             const Environment &environment, int descriptor, Identity &identity);

  /// In a forked child: the parent's are not its own.
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
