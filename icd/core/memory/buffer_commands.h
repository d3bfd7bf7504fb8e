// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands on buffers. Arguments have been validated; each call enqueues one operation that
// keeps the buffers alive. All throw only bad_alloc.
#pragma once

#include "icd/core/memory/memory.h"
#include "icd/core/memory/rectangle.h"
#include "icd/core/queue/queue.h"

#include <span>

namespace weft::icd {

cl_int enqueueRead(const CommandSlot &slot, Memory &buffer, std::size_t offset, std::size_t bytes,
                   void *destination, bool blocking);
cl_int enqueueWrite(const CommandSlot &slot, Memory &buffer, std::size_t offset, std::size_t bytes,
                    const void *source, bool blocking);
cl_int enqueueReadRect(const CommandSlot &slot, Memory &buffer, const Rectangle &bufferSide,
                       const Rectangle &hostSide, const Region &region, void *host, bool blocking);
cl_int enqueueWriteRect(const CommandSlot &slot, Memory &buffer, const Rectangle &bufferSide,
                        const Rectangle &hostSide, const Region &region, const void *host,
                        bool blocking);
cl_int enqueueCopy(const CommandSlot &slot, Memory &source, std::size_t sourceOffset,
                   Memory &destination, std::size_t destinationOffset, std::size_t bytes);
cl_int enqueueCopyRect(const CommandSlot &slot, Memory &source, const Rectangle &sourceSide,
                       Memory &destination, const Rectangle &destinationSide, const Region &region);
cl_int enqueueFill(const CommandSlot &slot, Memory &buffer, const void *pattern,
                   std::size_t patternBytes, std::size_t offset, std::size_t bytes);
/// Gives the mapped pointer in `result`. CL_INVALID_OPERATION when the region overlaps another
/// that is mapped and both are for writing.
cl_int enqueueMap(const CommandSlot &slot, Memory &buffer, cl_map_flags flags, std::size_t offset,
                  std::size_t bytes, bool blocking, void *&result);
/// CL_INVALID_VALUE when `pointer` is not a mapping of this object.
cl_int enqueueUnmap(const CommandSlot &slot, Memory &memory, void *pointer);
cl_int enqueueMigrate(const CommandSlot &slot, std::span<Memory *const> objects);

} // namespace weft::icd
