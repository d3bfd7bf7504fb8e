// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits, priority and termination of compiling processes.
#pragma once

#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>

namespace weft::compiler {

/// Lowers (never raises above the hard limit) the soft limit of a resource.
void limitResource(__rlimit_resource resource, rlim_t value);

/// Allows as many open files as the system permits; the default is low.
void openManyFiles();

/// The limits of a process for one program, in CPU time and memory; 0: none.
void limitProgram(std::uint64_t cpuSeconds, std::uint64_t memoryBytes);

/// Lowers the process's priority by this many steps of nice(), even if the system schedules by
/// session.
void yieldToOthers(int steps);

/// Restricts the process to idle CPU time. Other processes that wake take its CPU for an idle one,
/// and start there immediately. This is irreversible.
void computeInIdleTime();

/// Whether the system may have refused something, with this errno, for lack of resources that other
/// processes may release.
bool mayHeal(int error);

/// Whether a process that died from this signal caused it itself.
bool isCrash(int signal);

/// Why a child ended without an answer, for the log. `status`: of waitpid.
std::string describeChildEnd(int status, bool hasHung);

/// Ends the calling process when its parent ends. False if the parent has ended already.
bool endWithParent(pid_t parent);

} // namespace weft::compiler
