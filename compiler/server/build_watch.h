// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits how long a build may wait. The system limits the CPU time of a process; this file measures
// the time that it waits.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace weft::compiler {

/// Memory that the server shares with one child of its.
class WatchedTime {
public:
  WatchedTime();
  WatchedTime(WatchedTime &&other) noexcept;
  WatchedTime &operator=(WatchedTime &&) = delete;
  ~WatchedTime();
  /// Whether there is memory; the other functions need it.
  explicit operator bool() const { return state; }

  /// In the child: it may wait so many seconds from here on; 0: without limit, for instance for its
  /// client.
  void allow(std::uint32_t limit) const { state->seconds.store(limit, std::memory_order_relaxed); }
  std::uint32_t allowed() const { return state->seconds.load(std::memory_order_relaxed); }

  /// In the child: whether it has something to complete when the host process has ended.
  void mayOutliveHost(bool may) const { state->outlives.store(may, std::memory_order_relaxed); }
  bool mayOutliveHost() const { return state->outlives.load(std::memory_order_relaxed); }

private:
  struct State {
    std::atomic<std::uint32_t> seconds{0};
    std::atomic<bool> outlives{false};
  };
  State *state;
};

/// What a process has computed so far; 0 if that cannot be told.
std::chrono::nanoseconds cpuTime(pid_t process);

/// The server's record of one child.
class BuildWatch {
public:
  using Clock = std::chrono::steady_clock;

  /// Counts the time since the last call as waiting if the child has hardly computed in it. Returns
  /// whether the child has waited longer than it may. A process that starves or is stopped looks
  /// the same, so limits are generous.
  bool hasHung(pid_t child, std::uint32_t allowedSeconds, Clock::time_point now);

private:
  Clock::time_point last = Clock::now();
  std::chrono::nanoseconds computed{0}, waited{0};
};

} // namespace weft::compiler
