// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a build has hung: the CPU time that a process may take is limited by the system, the
// time that it may wait is counted here.
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
  /// Without memory nothing may be asked.
  explicit operator bool() const { return seconds; }

  /// In the child: from now on it may wait so many seconds; 0: as long as it likes, such as for its
  /// client.
  void allow(std::uint32_t limit) const { seconds->store(limit, std::memory_order_relaxed); }
  std::uint32_t allowed() const { return seconds->load(std::memory_order_relaxed); }

private:
  std::atomic<std::uint32_t> *seconds;
};

/// The server's account of one child.
class BuildWatch {
public:
  using Clock = std::chrono::steady_clock;

  /// Counts the time since the last call as waiting if the child has hardly computed in it. Whether
  /// the child has waited longer than it may. A process that starves, or is stopped, with hundreds
  /// of others before it looks the same; a limit is generous.
  bool hasHung(pid_t child, std::uint32_t allowedSeconds, Clock::time_point now);

private:
  Clock::time_point last = Clock::now();
  std::chrono::nanoseconds computed{0}, waited{0};
};

} // namespace weft::compiler
