// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/child_signal.h"

#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::compiler {

ChildSignal::ChildSignal() {
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  signals = Descriptor(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

void ChildSignal::reap(const std::function<void(pid_t child, int status)> &conclude) const {
  signalfd_siginfo information;
  while (::read(signals.get(), &information, sizeof information) > 0) {
  }
  int status;
  for (pid_t child; (child = ::waitpid(-1, &status, WNOHANG)) > 0;)
    conclude(child, status);
}

void ChildSignal::forget() {
  signals.reset();
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace weft::compiler
