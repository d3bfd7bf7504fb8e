// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits how long a build may wait. The system limits the CPU time of a process; this file measures
// its waiting time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <sys/types.h>
#include <utility>

namespace weft::compiler {

/// Memory shared by the server and one of its children.
class WatchedTime {
public:
  WatchedTime();
  WatchedTime(WatchedTime &&other) noexcept;
  WatchedTime &operator=(WatchedTime &&) = delete;
  ~WatchedTime();
  /// Whether allocation succeeded; the other functions require it.
  explicit operator bool() const { return state; }

  /// In the child: it may wait this many seconds from now on; 0: without limit, for instance for
  /// its client.
  void allow(std::uint32_t limit) const { state->seconds.store(limit, std::memory_order_relaxed); }
  std::uint32_t allowed() const { return state->seconds.load(std::memory_order_relaxed); }

  /// In the child: it ends with its parent, and may be suspended from now on.
  void begin() const { state->begun.store(true, std::memory_order_relaxed); }
  bool hasBegun() const { return state->begun.load(std::memory_order_relaxed); }

  /// In the child: whether it has something to complete after the host process has exited.
  void mayOutliveHost(bool may) const { state->outlives.store(may, std::memory_order_relaxed); }
  bool mayOutliveHost() const { return state->outlives.load(std::memory_order_relaxed); }

private:
  struct State {
    std::atomic<std::uint32_t> seconds{0};
    std::atomic<bool> begun{false}, outlives{false};
  };
  State *state;
};

/// A process's CPU time so far; 0 if unknown.
std::chrono::nanoseconds cpuTime(pid_t process);

/// A server's record of one child's waiting time.
class BuildWatch {
public:
  using Clock = std::chrono::steady_clock;
  /// How often a server should check.
  static constexpr std::chrono::milliseconds interval{1000};

  explicit BuildWatch(WatchedTime time) : time(std::move(time)) {}

  /// Kills the child if it has waited longer than allowed. Counts the time since the last check as
  /// waiting if the child has hardly used the CPU; no-op before the interval is over. A process
  /// that starves or is suspended looks the same, so limits are generous.
  void look(pid_t child);
  /// The child was deliberately suspended, and resumes. Its CPU time so far.
  void rest(std::chrono::nanoseconds total) {
    last = Clock::now();
    computed = total;
  }
  /// Whether look() has killed it.
  bool hasHung() const { return isOver; }
  bool mayOutliveHost() const { return time.mayOutliveHost(); }
  /// Of WatchedTime; begin() also for a child that has begun with an earlier job.
  void begin() const { time.begin(); }
  bool hasBegun() const { return time.hasBegun(); }

private:
  WatchedTime time;
  Clock::time_point last = Clock::now();
  std::chrono::nanoseconds computed{0}, waited{0};
  bool isOver = false;
};

} // namespace weft::compiler
