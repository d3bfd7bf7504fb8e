// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/processes/build_limits.h"

#include "device/base/files/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// Space for the main thread's stack: deeply nested programs are walked recursively.
constexpr rlim_t stackBytes = rlim_t{256} << 20;

} // namespace

void limitResource(__rlimit_resource resource, rlim_t value) {
  rlimit limits;
  if (::getrlimit(resource, &limits) != 0)
    return;
  limits.rlim_cur = std::min(value, limits.rlim_max);
  ::setrlimit(resource, &limits);
}

void openManyFiles() {
  rlimit files;
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
}

void limitProgram(std::uint64_t cpuSeconds, std::uint64_t memoryBytes) {
  limitResource(RLIMIT_CORE, 0);
  limitResource(RLIMIT_STACK, stackBytes);
  if (cpuSeconds)
    limitResource(RLIMIT_CPU, cpuSeconds);
  if (memoryBytes)
    limitResource(RLIMIT_AS, memoryBytes);
}

void yieldToOthers(int steps) {
  ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + steps);
  // With autogroups a priority counts only within a session, and each session has its own.
  ::setsid();
  const Descriptor group(::open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC));
  const std::string value = std::to_string(steps);
  if (group && ::write(group.get(), value.data(), value.size()) < 0)
    return; // the process competes as one session among others
}

void computeInIdleTime() {
  const sched_param priority{};
  ::sched_setscheduler(0, SCHED_IDLE, &priority);
}

bool mayHeal(int error) {
  switch (error) {
  case EAGAIN:
  case ENOMEM:
  case EMFILE:
  case ENFILE:
  case ENOBUFS:
  case ENOSPC:
  case EPIPE: // somebody has killed a child
  case ECONNRESET:
    return true;
  default:
    return false;
  }
}

bool isCrash(int signal) {
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
  case SIGILL:
  case SIGFPE:
  case SIGABRT:
  case SIGTRAP:
  case SIGSYS:
  case SIGXCPU:
  case SIGXFSZ:
    return true;
  default:
    return false;
  }
}

std::string describeChildEnd(int status, bool hasHung) {
  std::string what;
  if (hasHung)
    what = "was stopped because it waited too long, for instance for a file (WEFT_COMPILE_SECONDS)";
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    what = "was stopped because it used too much CPU time (WEFT_COMPILE_SECONDS)";
  else if (WIFSIGNALED(status))
    what = std::string(isCrash(WTERMSIG(status)) ? "crashed (" : "was killed (") +
           ::strsignal(WTERMSIG(status)) + ")";
  else
    what = "ended with code " + std::to_string(WEXITSTATUS(status));
  return "weft: error: the compiler " + what + "\n";
}

bool endWithParent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return ::getppid() == parent;
}

} // namespace weft::compiler
