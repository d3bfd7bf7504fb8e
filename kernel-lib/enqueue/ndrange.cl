// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of ranges (OpenCL C 6.15.18.7).
#include "kernel-lib/weft_kernel_lib.h"

#include "device/kernel_abi_enqueue.h"

static ndrange_t rangeOf(uint dimensions, const private size_t *offset,
                         const private size_t *globalSize, const private size_t *localSize) {
  weft_ndrange range = {.dimensions = dimensions};
  for (uint dimension = 0; dimension != 3; ++dimension) {
    const bool isUsed = dimension < dimensions;
    range.offset[dimension] = isUsed && offset ? offset[dimension] : 0;
    range.global_size[dimension] = isUsed ? globalSize[dimension] : 1;
    range.local_size[dimension] = !localSize ? 0 : isUsed ? localSize[dimension] : 1;
  }
  return *(ndrange_t *)&range;
}

OVERLOAD ndrange_t ndrange_1D(size_t globalSize) { return rangeOf(1, 0, &globalSize, 0); }
OVERLOAD ndrange_t ndrange_1D(size_t globalSize, size_t localSize) {
  return rangeOf(1, 0, &globalSize, &localSize);
}
OVERLOAD ndrange_t ndrange_1D(size_t offset, size_t globalSize, size_t localSize) {
  return rangeOf(1, &offset, &globalSize, &localSize);
}

#define RANGES(name, dimensions)                                                                   \
  OVERLOAD ndrange_t name(const private size_t globalSize[dimensions]) {                           \
    return rangeOf(dimensions, 0, globalSize, 0);                                                  \
  }                                                                                                \
  OVERLOAD ndrange_t name(const private size_t globalSize[dimensions],                             \
                          const private size_t localSize[dimensions]) {                            \
    return rangeOf(dimensions, 0, globalSize, localSize);                                          \
  }                                                                                                \
  OVERLOAD ndrange_t name(const private size_t offset[dimensions],                                 \
                          const private size_t globalSize[dimensions],                             \
                          const private size_t localSize[dimensions]) {                            \
    return rangeOf(dimensions, offset, globalSize, localSize);                                     \
  }
RANGES(ndrange_2D, 2)
RANGES(ndrange_3D, 3)
