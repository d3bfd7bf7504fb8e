// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the calls check alike that allocate, copy and fill memory by its address: those of shared
// virtual memory and of unified shared memory.
#pragma once

#include "device/machine/memory.h"
#include "icd/api/command.h"
#include "icd/core/platform/device.h"

namespace weft::icd {

inline bool fitsEveryDevice(const Context &context, std::size_t size) {
  for (std::size_t index = 0; index < context.deviceCount(); ++index)
    if (size > context.device(index).maxAllocationBytes())
      return false;
  return true;
}

/// Whether an allocation may ask for an alignment: up to that of the largest type, which every
/// allocation has.
inline bool isAlignmentValid(cl_uint alignment) {
  return alignment == 0 || (std::has_single_bit(alignment) && alignment <= device::bufferAlignment);
}

inline cl_int checkMemoryCopy(const void *destination, const void *source, std::size_t bytes) {
  if (!destination || !source)
    return CL_INVALID_VALUE;
  const auto to = reinterpret_cast<std::uintptr_t>(destination);
  const auto from = reinterpret_cast<std::uintptr_t>(source);
  return (to < from ? from - to : to - from) < bytes ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

inline bool isMemoryFillValid(const void *memory, const void *pattern, std::size_t patternBytes,
                              std::size_t bytes) {
  return memory && isFillPatternValid(pattern, patternBytes, bytes) &&
         reinterpret_cast<std::uintptr_t>(memory) % patternBytes == 0;
}

} // namespace weft::icd
