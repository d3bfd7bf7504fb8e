// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/processes/child_signal.h"

#include <cerrno>
#include <ctime>
#include <sys/wait.h>

namespace weft::compiler {

// The signal is blocked except while the process waits, so none arrives between a check and a wait.
ChildSignal::ChildSignal() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  ::sigaction(SIGCHLD, &action, nullptr);
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &set, &others);
  ::sigdelset(&others, SIGCHLD);
}

bool ChildSignal::wait(std::span<pollfd> files, int milliseconds) const {
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  if (::ppoll(files.data(), files.size(), milliseconds < 0 ? nullptr : &time, &others) >= 0)
    return true;
  for (pollfd &file : files)
    file.revents = 0;
  return errno == EINTR;
}

bool ChildSignal::reap(const std::function<void(pid_t child, int status)> &conclude) {
  int status;
  pid_t child;
  while ((child = ::waitpid(-1, &status, WNOHANG)) > 0)
    conclude(child, status);
  return child == 0 || errno == ECHILD || errno == EINTR;
}

void ChildSignal::forget() const {
  ::signal(SIGCHLD, SIG_DFL);
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace weft::compiler
