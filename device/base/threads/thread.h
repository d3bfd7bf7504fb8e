// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How Weft starts threads of its own, and what it asks of the system before oneTBB starts some.
#pragma once

#include <csignal>
#include <cstddef>
#include <mutex>

namespace weft::device {

/// Starts a detached thread that calls function(data), with `name` (at most 15 characters) for
/// debuggers and profilers; false when the system refuses. The thread takes none of the signals
/// that are sent to the process: those are for the host's threads, whatever these block. What a
/// thread's own faults raise still finds the host's handlers.
bool startThread(const char *name, void (*function)(void *data), void *data) noexcept;

/// How many more threads the system gives, `wanted` at most. It is asked for them all at a time;
/// when this returns they are gone. The first of them calls `inFirst`.
std::size_t grantedThreads(std::size_t wanted, void (*inFirst)() noexcept) noexcept;

/// While one lives, startThread() waits.
class ThreadStartLock {
public:
  ThreadStartLock();

private:
  const std::lock_guard<std::mutex> lock;
};

/// From now on the calling thread takes none of the host's signals, nor do threads that it starts.
/// Returns what it blocked before.
sigset_t blockHostSignals() noexcept;

/// The same while one lives.
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
