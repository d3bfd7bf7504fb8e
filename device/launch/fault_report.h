// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report when a kernel accesses invalid memory, or executes an illegal instruction: one line on
// standard error, if WEFT_LOG is set, before the signal kills the process as it would without Weft.
// The launch's printf output so far is also written. Code for debuggers tells which work-item it
// was, as each has a record of its ids (device/kernel_abi_debug.h).
//
// The handler is for signals that the host leaves at their default. It writes its line, restores
// the default and returns, so that the instruction faults again: exit status and core are those of
// the fault itself. For faults outside kernels it does only the latter.
#pragma once

#include "device/kernel_abi.h"
#include "device/launch/printf.h"
#include "device/program/loaded_code.h"

namespace weft::device {

/// While it lives, the calling thread runs a kernel. Everything passed must outlive it.
class FaultScope {
public:
  /// `code`: the kernel's program, or null. `worker`: the thread's, with which the kernel runs.
  FaultScope(const char *kernel, const LoadedCode *code, const weft_launch &launch,
             const weft_worker &worker, PrintfSink &sink) noexcept;
  ~FaultScope();
  FaultScope(const FaultScope &) = delete;
  FaultScope &operator=(const FaultScope &) = delete;

private:
  struct RunningKernel *entry;
};

} // namespace weft::device
