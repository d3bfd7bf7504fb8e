// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the calls that allocate, copy and fill memory by address, for shared virtual memory and
// unified shared memory.
#pragma once

#include "icd/api/queue/command.h"
#include "icd/core/memory/pointer_commands.h"
#include "icd/core/platform/device.h"

namespace weft::icd {

inline bool fitsEveryDevice(const Context &context, std::size_t size) {
  for (std::size_t index = 0; index < context.deviceCount(); ++index)
    if (size > context.device(index).maxAllocationBytes())
      return false;
  return true;
}

/// Whether an alignment may be requested: every power of two; 0 requests the default.
inline bool isAlignmentValid(cl_uint alignment) {
  return alignment == 0 || std::has_single_bit(alignment);
}

/// The bodies of copy and fill commands, with the type that their events report.
inline cl_int copyMemory(const CommandSlot &slot, cl_command_type type, void *destination,
                         const void *source, std::size_t bytes, bool blocking) {
  if (!destination || !source)
    return CL_INVALID_VALUE;
  const auto to = reinterpret_cast<std::uintptr_t>(destination);
  const auto from = reinterpret_cast<std::uintptr_t>(source);
  if ((to < from ? from - to : to - from) < bytes)
    return CL_MEM_COPY_OVERLAP;
  return enqueueCopyMemory(slot, type, destination, source, bytes, blocking);
}

inline cl_int fillMemory(const CommandSlot &slot, cl_command_type type, void *memory,
                         const void *pattern, std::size_t patternBytes, std::size_t bytes) {
  if (!memory || !isFillPatternValid(pattern, patternBytes, bytes) ||
      reinterpret_cast<std::uintptr_t>(memory) % patternBytes != 0)
    return CL_INVALID_VALUE;
  return enqueueFillMemory(slot, type, memory, pattern, patternBytes, bytes);
}

} // namespace weft::icd
