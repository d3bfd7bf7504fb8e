// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands on memory objects. Arguments have been validated; each call enqueues one operation
// that keeps the objects alive. All throw only bad_alloc.
#pragma once

#include "icd/core/context/queue.h"
#include "icd/core/memory/memory.h"
#include "icd/core/memory/rectangle.h"

#include <span>

namespace weft::icd {

cl_int enqueueRead(const CommandSlot &slot, Memory &buffer, std::size_t offset, std::size_t bytes,
                   void *destination, bool blocking);
cl_int enqueueWrite(const CommandSlot &slot, Memory &buffer, std::size_t offset, std::size_t bytes,
                    const void *source, bool blocking);
cl_int enqueueCopy(const CommandSlot &slot, Memory &source, std::size_t sourceOffset,
                   Memory &destination, std::size_t destinationOffset, std::size_t bytes);
cl_int enqueueFill(const CommandSlot &slot, Memory &buffer, const void *pattern,
                   std::size_t patternBytes, std::size_t offset, std::size_t bytes);

// Regions of buffers and images in the copy engine's terms: bytes, rows, slices. `type` is reported
// by events.
cl_int enqueueReadRect(const CommandSlot &slot, cl_command_type type, Memory &memory,
                       const device::RectLayout &memorySide, const device::RectLayout &hostSide,
                       const Region &region, void *host, bool blocking);
cl_int enqueueWriteRect(const CommandSlot &slot, cl_command_type type, Memory &memory,
                        const device::RectLayout &memorySide, const device::RectLayout &hostSide,
                        const Region &region, const void *host, bool blocking);
cl_int enqueueCopyRect(const CommandSlot &slot, cl_command_type type, Memory &source,
                       const device::RectLayout &sourceSide, Memory &destination,
                       const device::RectLayout &destinationSide, const Region &region);
cl_int enqueueFillRect(const CommandSlot &slot, cl_command_type type, Memory &memory,
                       const device::RectLayout &side, const Region &region, const void *pattern,
                       std::size_t patternBytes);
/// Returns the mapped pointer in `result`. CL_INVALID_OPERATION if the bytes overlap another
/// mapping and both are for writing.
cl_int enqueueMap(const CommandSlot &slot, cl_command_type type, Memory &memory, cl_map_flags flags,
                  const Footprint &bytes, bool blocking, void *&result);
/// CL_INVALID_VALUE if `pointer` is not a mapping of this object.
cl_int enqueueUnmap(const CommandSlot &slot, Memory &memory, void *pointer);
cl_int enqueueMigrate(const CommandSlot &slot, std::span<Memory *const> objects);

} // namespace weft::icd
