// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/processes/build_watch.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;

/// A process that uses less than this share of the CPU is waiting.
constexpr int computingShare = 100;
/// If more time passes between two calls, the system was asleep or frozen, not just the child.
constexpr auto longestLook = 5s;

} // namespace

std::chrono::nanoseconds cpuTime(pid_t process) {
  clockid_t clock;
  timespec time;
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
    return 0ns;
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

WatchedTime::WatchedTime() {
  void *memory =
      ::mmap(nullptr, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  state = memory == MAP_FAILED ? nullptr : new (memory) State;
}

WatchedTime::WatchedTime(WatchedTime &&other) noexcept
    : state(std::exchange(other.state, nullptr)) {}

WatchedTime::~WatchedTime() {
  if (state)
    ::munmap(state, sizeof *state);
}

void BuildWatch::look(pid_t child) {
  const Clock::time_point now = Clock::now();
  if (now - last < interval)
    return;
  const std::chrono::nanoseconds passed = std::min<Clock::duration>(now - last, longestLook);
  const std::chrono::nanoseconds total = cpuTime(child);
  const bool isWaiting = (total - computed) * computingShare < passed;
  last = now;
  computed = total;
  const std::chrono::seconds allowed(time.allowed());
  if (allowed == 0s)
    waited = 0ns;
  else if (isWaiting)
    waited += passed;
  if (allowed == 0s || waited <= allowed)
    return;
  isOver = true;
  ::kill(child, SIGKILL);
}

} // namespace weft::compiler
