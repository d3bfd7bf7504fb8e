// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Termination of a context by the host (cl_khr_terminate_context).
//
// The remaining work of a context depends on running commands and on user events that have not been
// set: everything else follows from them. Both are *open* here. Terminating closes them: running
// commands get their final status, although their work-groups in progress continue, and whatever
// waits for either becomes ready. Commands that become ready afterwards end without running: the
// mutex orders each with the end, before or after it. Kernels look at the flag without order.
#pragma once

#include <atomic>
#include <mutex>

namespace weft::icd {

class Event;

/// Thrown when a terminated context is used: the entry point returns CL_CONTEXT_TERMINATED_KHR.
struct ContextTerminated {};

/// For one terminable context. Thread-safe.
class Termination {
public:
  Termination() = default;
  Termination(const Termination &) = delete;
  Termination &operator=(const Termination &) = delete;

  bool isOver() const noexcept { return over.load(std::memory_order_acquire); }
  /// Kernels poll this between work-groups; true when the context is terminated.
  const std::atomic<bool> &flag() const noexcept { return over; }
  /// Terminates; false if already terminated.
  bool begin() noexcept;
  /// After begin(): closes all open events.
  void closeEvents() noexcept;
  /// Adds an open event, which must be removed before it ends; false if terminated.
  bool add(Event &event) noexcept;
  /// Also accepts events that are not open.
  void remove(Event &event) noexcept;

private:
  void unlink(Event &event) noexcept;

  std::atomic<bool> over{false};
  std::mutex mutex;       ///< guards the list, and orders additions with `over`
  Event *first = nullptr; ///< linked by Event::earlierOpen and laterOpen
};

} // namespace weft::icd
