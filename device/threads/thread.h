// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How Weft starts threads of its own.
#pragma once

namespace weft::device {

/// Starts a detached thread that calls function(data), with `name` (at most 15 characters) for
/// debuggers and profilers; false when the system refuses. The thread takes none of the signals
/// that are sent to the process: those are for the host's threads, whatever these block. What a
/// thread's own faults raise still finds the host's handlers.
bool startThread(const char *name, void (*function)(void *data), void *data) noexcept;

} // namespace weft::device
