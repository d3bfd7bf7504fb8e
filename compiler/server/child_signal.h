// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ends of a process's children, as a file that its event loop waits for.
#pragma once

#include "device/base/descriptor.h"

#include <csignal>
#include <functional>
#include <sys/types.h>

namespace weft::compiler {

/// One in a process.
class ChildSignal {
public:
  ChildSignal();
  /// Becomes readable when a child has ended.
  int file() const { return signals.get(); }
  /// Calls a function with each child that has ended and its status, as waitpid gives it.
  void reap(const std::function<void(pid_t child, int status)> &conclude) const;
  /// In a forked child: it has no part in its parent's.
  void forget();

private:
  sigset_t set;
  Descriptor signals;
};

} // namespace weft::compiler
