// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The termination of a process's children, which its event loop waits for besides files.
#pragma once

#include <csignal>
#include <functional>
#include <poll.h>
#include <span>
#include <sys/types.h>

namespace weft::compiler {

/// One in a process.
class ChildSignal {
public:
  ChildSignal();
  /// Like poll(), but also returns when a child has ended. False if waiting is impossible.
  /// `milliseconds`: -1 for any time.
  bool wait(std::span<pollfd> files, int milliseconds) const;
  /// Calls a function with each child that has ended and its status, as from waitpid. False if the
  /// system does not report it.
  static bool reap(const std::function<void(pid_t child, int status)> &conclude);
  /// In a forked child: it has no part in its parent's.
  void forget() const;

private:
  sigset_t set, others;
};

} // namespace weft::compiler
