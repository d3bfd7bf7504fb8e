// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calling a kernel on a separate stack.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>

namespace weft::device {

/// Runs the groups on the calling thread, with the stack that ends at `top`, which is aligned to 16
/// bytes. The function must not throw. Debuggers and profilers see the caller above it.
extern "C" [[gnu::visibility("hidden")]] void
weft_call_on_stack(const weft_launch *launch, std::size_t firstGroup, std::size_t lastGroup,
                   weft_worker *worker, weft_kernel_function *function, unsigned char *top);

} // namespace weft::device
