// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the image functions. A function turns its arguments into a call of one of the accesses
// of weft_internal.h, which take coordinates as 32-bit words; the routine is a constant if the
// sampler is one.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

// M(type, ...) for each type of colour and depth images.
#define WEFT_EACH_COLOUR_IMAGE(M, ...)                                                             \
  M(image1d_t, __VA_ARGS__)                                                                        \
  M(image1d_buffer_t, __VA_ARGS__)                                                                 \
  M(image1d_array_t, __VA_ARGS__) M(image2d_t, __VA_ARGS__) M(image2d_array_t, __VA_ARGS__)        \
      M(image3d_t, __VA_ARGS__)
#define WEFT_EACH_DEPTH_IMAGE(M, ...)                                                              \
  M(image2d_depth_t, __VA_ARGS__) M(image2d_array_depth_t, __VA_ARGS__)

#define WEFT_IMAGE_VALUE(IMAGE, ACCESS) __WEFT_PURE OVERLOAD ulong __weft_image_value(ACCESS IMAGE);
WEFT_EACH_COLOUR_IMAGE(WEFT_IMAGE_VALUE, read_only)
WEFT_EACH_COLOUR_IMAGE(WEFT_IMAGE_VALUE, write_only)
WEFT_EACH_COLOUR_IMAGE(WEFT_IMAGE_VALUE, read_write)
WEFT_EACH_DEPTH_IMAGE(WEFT_IMAGE_VALUE, read_only)
WEFT_EACH_DEPTH_IMAGE(WEFT_IMAGE_VALUE, write_only)
WEFT_EACH_DEPTH_IMAGE(WEFT_IMAGE_VALUE, read_write)

#define WEFT_IMAGE(image) ((__constant const weft_image *)__weft_image_value(image))

// The routine for reads with a sampler.
static WEFT_PURE uint routineFor(ulong sampler) {
  return WEFT_IMAGE_READ_SAMPLED + (uint)(sampler >> 1 & 7) +
         (sampler & WEFT_SAMPLER_LINEAR ? 8 : 0);
}
