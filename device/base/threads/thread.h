// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How Weft starts its own threads, and tests for available ones before oneTBB starts some.
#pragma once

#include <csignal>
#include <cstddef>
#include <mutex>

namespace weft::device {

/// Starts a detached thread that calls function(data), with `name` (at most 15 characters) for
/// debuggers and profilers; false if the system refuses. The thread receives no signals sent to the
/// process: those are for the host's threads, whatever these block. Signals from a thread's own
/// faults still reach the host's handlers.
bool startThread(const char *name, void (*function)(void *data), void *data) noexcept;

/// How many more threads the system allows, at most `wanted`. All are started together, and have
/// ended when this returns. The first of them calls `inFirst`.
std::size_t grantedThreads(std::size_t wanted, void (*inFirst)() noexcept) noexcept;

/// While one lives, startThread() waits.
class ThreadStartLock {
public:
  ThreadStartLock();

private:
  const std::lock_guard<std::mutex> lock;
};

/// From now on the calling thread receives none of the host's signals, nor do threads that it
/// starts. Returns the previous mask.
sigset_t blockHostSignals() noexcept;

/// RAII.
class HostSignalsBlocked {
public:
  HostSignalsBlocked() noexcept : before(blockHostSignals()) {}
  ~HostSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  HostSignalsBlocked(const HostSignalsBlocked &) = delete;
  HostSignalsBlocked &operator=(const HostSignalsBlocked &) = delete;

private:
  const sigset_t before;
};

} // namespace weft::device
