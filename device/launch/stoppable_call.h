// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of kernels that may stop: that end a launch from within any function and on any stack, for
// lack of space for values to keep. Their frames own nothing, so leaving them is enough.
#pragma once

#include "device/launch/worker_memory.h"

namespace weft::device {

/// Like WorkerMemory::run; false if the kernel has stopped.
bool runUntilStopped(WorkerMemory &memory, weft_kernel_function *function,
                     const weft_launch &launch, std::size_t first, std::size_t last) noexcept;

/// Leaves the kernel that the calling thread runs through runUntilStopped.
[[noreturn]] void leaveKernel() noexcept;

} // namespace weft::device
