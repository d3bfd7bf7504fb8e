// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said when a kernel touches memory that is not its own, or does what the CPU refuses: one
// line on standard error, with WEFT_LOG alone, before the signal ends the process as it would
// without Weft. What the launch has printed so far is written too.
//
// The handler is for signals that the host leaves at their default. It writes its line, restores
// the default and returns, so that the instruction runs into it again: exit status and core are
// those of the fault itself. Faults outside of kernels only do the latter.
#pragma once

#include "device/launch/printf.h"
#include "device/program/loaded_code.h"

namespace weft::device {

/// While it lives, the calling thread runs a kernel. Everything passed must outlive it.
class FaultScope {
public:
  /// `code`: the kernel's program, or null.
  FaultScope(const char *kernel, const LoadedCode *code, PrintfSink &sink) noexcept;
  ~FaultScope();
  FaultScope(const FaultScope &) = delete;
  FaultScope &operator=(const FaultScope &) = delete;

private:
  struct RunningKernel *entry;
};

} // namespace weft::device
