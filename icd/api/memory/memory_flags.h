// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Valid flags of buffers and images (section 5.2.1).
#pragma once

#include "icd/api/api.h"
#include "icd/core/memory/memory.h"

namespace weft::icd {

constexpr bool hasAtMostOne(cl_mem_flags flags) { return (flags & (flags - 1)) == 0; }

/// Whether a buffer or an image with its own storage may have these flags.
constexpr bool areMemoryFlagsValid(cl_mem_flags flags) {
  const bool usesHostPointer = flags & CL_MEM_USE_HOST_PTR;
  return !hasUnknownBits(flags, kernelAccessFlags | hostPointerFlags | hostAccessFlags) &&
         hasAtMostOne(flags & kernelAccessFlags) && hasAtMostOne(flags & hostAccessFlags) &&
         !(usesHostPointer && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
}

/// Whether a host pointer is given if and only if the flags require one.
constexpr bool isHostPointerValid(cl_mem_flags flags, const void *host) {
  const bool isWanted = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  return isWanted == (host != nullptr);
}

/// Whether a sub-buffer, or an image made from a memory object, may have these flags, given those
/// of its parent.
constexpr bool areWindowFlagsValid(cl_mem_flags flags, cl_mem_flags parent) {
  const auto conflicts = [&](cl_mem_flags inParent, cl_mem_flags inFlags) {
    return (parent & inParent) && (flags & inFlags);
  };
  return !hasUnknownBits(flags, kernelAccessFlags | hostAccessFlags) &&
         hasAtMostOne(flags & kernelAccessFlags) && hasAtMostOne(flags & hostAccessFlags) &&
         !conflicts(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY) &&
         !conflicts(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY) &&
         !conflicts(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY) &&
         !conflicts(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY) &&
         !conflicts(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
}

} // namespace weft::icd
