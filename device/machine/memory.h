// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for buffers: aligned for the widest vector and OpenCL type, huge pages advised when large.
#pragma once

#include <cstddef>

namespace weft::device {

/// CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes: the size of a double16, and one cache line at least.
inline constexpr std::size_t bufferAlignment = 128;

/// `bytes` of memory aligned to `alignment`, a power of two, and to bufferAlignment at least, all
/// zero; null when the system has none. Programs that read before they write find zeros on other
/// devices, and would find what the host left there. Large buffers that ask for no larger alignment
/// begin at different places of their pages, so that kernels can go through several at one index.
/// Never throws; any thread may call it.
void *allocateBuffer(std::size_t bytes, std::size_t alignment = bufferAlignment) noexcept;
/// Frees what allocateBuffer gave; `bytes` is the size that was asked for.
void freeBuffer(void *memory, std::size_t bytes) noexcept;

} // namespace weft::device
