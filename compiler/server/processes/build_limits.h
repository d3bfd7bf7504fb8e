// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits, priority and end of the processes that compile.
#pragma once

#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>

namespace weft::compiler {

/// Lowers (never raises above the hard limit) the soft limit of a resource.
void limitResource(__rlimit_resource resource, rlim_t value);

/// Has as many files as the system allows; a process has few unless it asks.
void openManyFiles();

/// The limits of a process for one program, in CPU time and memory; 0: none.
void limitProgram(std::uint64_t cpuSeconds, std::uint64_t memoryBytes);

/// Lowers the process's priority by so many steps of nice(), also where the system shares time out
/// among sessions.
void yieldToOthers(int steps);

/// Gives the process only time of CPUs that nobody else wants. Others that wake take its CPU for an
/// idle one, and begin there at once. It cannot be undone.
void computeInIdleTime();

/// Whether the system may have refused something, with this errno, for want of what other processes
/// give back.
bool mayHeal(int error);

/// Whether a process that ended by this signal caused it itself.
bool isCrash(int signal);

/// Why a child that ended without an answer did, for the log. `status`: of waitpid.
std::string describeChildEnd(int status, bool hasHung);

/// Ends the calling process when its parent does. False if the parent has ended already.
bool endWithParent(pid_t parent);

} // namespace weft::compiler
