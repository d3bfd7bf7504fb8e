// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for buffers: aligned for the widest vector and OpenCL type, with huge pages advised if
// large.
#pragma once

#include <cstddef>

namespace weft::device {

/// CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes: the size of a double16, and at least one cache line.
inline constexpr std::size_t bufferAlignment = 128;

/// Zeroed memory of `bytes`, aligned to `alignment`, a power of two, and at least to
/// bufferAlignment; null if the system has none. Programs that read before they write find zeros on
/// other devices, and would otherwise find the host's data. Large buffers without a larger
/// alignment start at different page offsets, so that kernels can traverse several at one index.
/// Never throws; any thread may call it.
void *allocateBuffer(std::size_t bytes, std::size_t alignment = bufferAlignment) noexcept;
/// Frees the result of allocateBuffer; `bytes` is the requested size.
void freeBuffer(void *memory, std::size_t bytes) noexcept;

} // namespace weft::device
