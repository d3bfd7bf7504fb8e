// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that Weft gives to the host's objects: buffers and shared virtual memory. All devices
// share the host's memory, so one count bounds what the process holds of it.
#pragma once

#include "device/machine/memory.h"

#include <cstddef>

namespace weft::icd {

class Context;

/// `bytes`, more than 0, aligned to `alignment`, a power of two, and to device::bufferAlignment at
/// least, all zero. Null when the system has none, or when the process would hold more than the
/// largest CL_DEVICE_GLOBAL_MEM_SIZE of the context. Thread-safe.
unsigned char *allocateStorage(const Context &context, std::size_t bytes,
                               std::size_t alignment = device::bufferAlignment) noexcept;
/// Frees what allocateStorage gave; `bytes` is the size that was asked for. Thread-safe.
void freeStorage(unsigned char *storage, std::size_t bytes) noexcept;

} // namespace weft::icd
