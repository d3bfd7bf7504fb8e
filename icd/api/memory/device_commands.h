// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory commands that do not involve the host, for queues and command buffers. The arguments are
// those of the clEnqueue… calls, with all their errors. All throw only bad_alloc.
#pragma once

#include "icd/core/context/queue.h"

namespace weft::icd {

cl_int copyBuffer(const CommandSlot &slot, cl_mem source, cl_mem destination, size_t sourceOffset,
                  size_t destinationOffset, size_t size);

/// One side of a rectangular copy.
struct RectSide {
  cl_mem buffer;
  const size_t *origin;
  size_t rowPitch, slicePitch;
};
cl_int copyBufferRect(const CommandSlot &slot, const RectSide &source, const RectSide &destination,
                      const size_t *region);
cl_int fillBuffer(const CommandSlot &slot, cl_mem buffer, const void *pattern, size_t patternSize,
                  size_t offset, size_t size);

cl_int copyImage(const CommandSlot &slot, cl_mem source, cl_mem destination,
                 const size_t *sourceOrigin, const size_t *destinationOrigin, const size_t *region);
cl_int copyImageToBuffer(const CommandSlot &slot, cl_mem image, cl_mem buffer, const size_t *origin,
                         const size_t *region, size_t offset);
cl_int copyBufferToImage(const CommandSlot &slot, cl_mem buffer, cl_mem image, size_t offset,
                         const size_t *origin, const size_t *region);
cl_int fillImage(const CommandSlot &slot, cl_mem image, const void *color, const size_t *origin,
                 const size_t *region);

} // namespace weft::icd
