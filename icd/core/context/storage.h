// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for the host's objects: buffers and shared virtual memory. All devices share the host's
// memory, so one count bounds the total held by the process.
#pragma once

#include "device/machine/memory.h"

#include <cstddef>

namespace weft::icd {

class Context;

/// Zero-initialised memory of `bytes`, more than 0, aligned to `alignment`, a power of two, and at
/// least to device::bufferAlignment. Null if the system has none, or if the process would exceed
/// the largest CL_DEVICE_GLOBAL_MEM_SIZE of the context. Thread-safe.
unsigned char *allocateStorage(const Context &context, std::size_t bytes,
                               std::size_t alignment = device::bufferAlignment) noexcept;
/// Frees the result of allocateStorage; `bytes` is the requested size. `kind`, a literal, is what
/// kernels that are checked and still access it are told of it. Thread-safe.
void freeStorage(unsigned char *storage, std::size_t bytes,
                 const char *kind = "an allocation") noexcept;

} // namespace weft::icd
