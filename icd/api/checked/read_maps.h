// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers that are mapped for reading must not change before they are unmapped: on a device with
// memory of its own what the host writes would be lost (OpenCL 3.0, 5.5.4, CL_MAP_READ).
//
// A checksum is taken when the map is complete, by a command of the same queue if the call does not
// block, and compared at the unmap. Nothing throws: a map for
// which there is no memory is not checked.
#pragma once

#include <CL/cl.h>

#include <cstddef>

namespace weft::icd {

/// A successful call of clEnqueueMapBuffer.
struct MapCall {
  cl_command_queue queue;
  cl_mem buffer;
  bool isBlocking;
  cl_map_flags flags;
  const void *pointer; ///< its result
  std::size_t bytes;
  cl_event mapped; ///< of its command
};

/// Begins the check of a map for reading. One for writing ends those of the buffer's others, which
/// may see what is written there.
void noteMap(const MapCall &call) noexcept;

/// Reports a map for reading whose bytes have changed, and forgets it. For any pointer.
void checkReadMap(cl_mem buffer, const void *pointer) noexcept;

} // namespace weft::icd
