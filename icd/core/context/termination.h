// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a context that the host terminates (cl_khr_terminate_context).
//
// What a context still does hangs on commands that run and on user events that nobody has set yet:
// everything else follows from them. Both are *open* here. To terminate is to close them: commands
// that run get their final status, although their groups that have begun run on, and what waits for
// either becomes ready. Commands that become ready afterwards end without having run.
#pragma once

#include <atomic>
#include <mutex>

namespace weft::icd {

class Event;

/// Thrown where a terminated context is used: the entry point returns CL_CONTEXT_TERMINATED_KHR.
struct ContextTerminated {};

/// Of one context that may be terminated. Thread-safe.
class Termination {
public:
  Termination() = default;
  Termination(const Termination &) = delete;
  Termination &operator=(const Termination &) = delete;

  bool isOver() const noexcept { return over.load(std::memory_order_acquire); }
  /// What kernels look at between work-groups; true when it is over.
  const std::atomic<bool> &flag() const noexcept { return over; }
  /// Terminates; false if somebody has done it before.
  bool begin() noexcept;
  /// After begin(): closes all events that are open.
  void closeEvents() noexcept;
  /// Notes an open event, which must be removed before its end; false if it is over.
  bool add(Event &event) noexcept;
  /// Also of events that are not open.
  void remove(Event &event) noexcept;

private:
  void unlink(Event &event) noexcept;

  std::atomic<bool> over{false};
  std::mutex mutex;       ///< guards the list, and orders additions with `over`
  Event *first = nullptr; ///< linked by Event::earlierOpen and laterOpen
};

} // namespace weft::icd
