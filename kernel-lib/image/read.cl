// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of level 0 (OpenCL C 6.15.15.2 and 6.15.15.3).
#include "kernel-lib/image/image.h"

// M(type of the result, suffix of the function, how the words of a texel become the result).
#define WEFT_EACH_READ(M, ...)                                                                     \
  M(float4, f, as_float4, __VA_ARGS__)                                                             \
  M(int4, i, as_int4, __VA_ARGS__)                                                                 \
  M(uint4, ui, as_uint4, __VA_ARGS__)                                                              \
  M(half4, h, HALF_OF, __VA_ARGS__)
#define HALF_OF(texel) __builtin_convertvector(as_float4(texel), half4)
#define DEPTH_OF(texel) as_float((texel).x)

// The words of integer coordinates.
static WEFT_PURE uint integers_1(int c) { return (uint)c; }
static WEFT_PURE uint2 integers_2(int2 c) { return as_uint2(c); }
static WEFT_PURE uint3 integers_4(int4 c) { return as_uint3(c.xyz); }

// --- With a sampler, the words are floats.

static WEFT_PURE uint floats_1(float c) { return as_uint(c); }
static WEFT_PURE uint2 floats_2(float2 c) { return as_uint2(c); }
static WEFT_PURE uint3 floats_4(float4 c) { return as_uint3(c.xyz); }

#define SAMPLED(RESULT, SUFFIX, CONVERT, IMAGE, COORDINATE, N)                                     \
  OVERLOAD WEFT_PURE RESULT read_image##SUFFIX(read_only IMAGE image, sampler_t sampler,           \
                                               COORDINATE coordinate) {                            \
    const ulong bits = __weft_sampler_value(sampler);                                              \
    return CONVERT(__weft_image_read(__weft_image_value(image), bits, routineFor(bits),            \
                                     floats_##N(coordinate)));                                     \
  }

WEFT_EACH_READ(SAMPLED, image1d_t, float, 1)
WEFT_EACH_READ(SAMPLED, image1d_array_t, float2, 2)
WEFT_EACH_READ(SAMPLED, image2d_t, float2, 2)
WEFT_EACH_READ(SAMPLED, image2d_array_t, float4, 4)
WEFT_EACH_READ(SAMPLED, image3d_t, float4, 4)
SAMPLED(float, f, DEPTH_OF, image2d_depth_t, float2, 2)
SAMPLED(float, f, DEPTH_OF, image2d_array_depth_t, float4, 4)

// --- Integers with a sampler. Such a sampler takes the nearest texel, and neither normalises nor
// repeats. If it clamps to the edge, it equals a read without a sampler.

static WEFT_PURE uint routineForIntegers(ulong sampler) {
  const bool hasBorder = (sampler & WEFT_SAMPLER_ADDRESSING) == CLK_ADDRESS_CLAMP;
  return hasBorder ? WEFT_IMAGE_READ_BORDER : WEFT_IMAGE_READ;
}

#define SAMPLED_AT_INTEGERS(RESULT, SUFFIX, CONVERT, IMAGE, COORDINATE, N)                         \
  OVERLOAD WEFT_PURE RESULT read_image##SUFFIX(read_only IMAGE image, sampler_t sampler,           \
                                               COORDINATE coordinate) {                            \
    const ulong bits = __weft_sampler_value(sampler);                                              \
    return CONVERT(__weft_image_read(__weft_image_value(image), bits, routineForIntegers(bits),    \
                                     integers_##N(coordinate)));                                   \
  }

WEFT_EACH_READ(SAMPLED_AT_INTEGERS, image1d_t, int, 1)
WEFT_EACH_READ(SAMPLED_AT_INTEGERS, image1d_array_t, int2, 2)
WEFT_EACH_READ(SAMPLED_AT_INTEGERS, image2d_t, int2, 2)
WEFT_EACH_READ(SAMPLED_AT_INTEGERS, image2d_array_t, int4, 4)
WEFT_EACH_READ(SAMPLED_AT_INTEGERS, image3d_t, int4, 4)
SAMPLED_AT_INTEGERS(float, f, DEPTH_OF, image2d_depth_t, int2, 2)
SAMPLED_AT_INTEGERS(float, f, DEPTH_OF, image2d_array_depth_t, int4, 4)

// --- Without a sampler.

#define UNSAMPLED(RESULT, SUFFIX, CONVERT, IMAGE, COORDINATE, N)                                   \
  OVERLOAD WEFT_PURE RESULT read_image##SUFFIX(read_only IMAGE image, COORDINATE coordinate) {     \
    return CONVERT(__weft_image_read(__weft_image_value(image), 0, WEFT_IMAGE_READ,                \
                                     integers_##N(coordinate)));                                   \
  }                                                                                                \
  OVERLOAD RESULT read_image##SUFFIX(read_write IMAGE image, COORDINATE coordinate) {              \
    return CONVERT(__weft_image_read_mutable(__weft_image_value(image), 0, WEFT_IMAGE_READ,        \
                                             integers_##N(coordinate)));                           \
  }

WEFT_EACH_READ(UNSAMPLED, image1d_t, int, 1)
WEFT_EACH_READ(UNSAMPLED, image1d_buffer_t, int, 1)
WEFT_EACH_READ(UNSAMPLED, image1d_array_t, int2, 2)
WEFT_EACH_READ(UNSAMPLED, image2d_t, int2, 2)
WEFT_EACH_READ(UNSAMPLED, image2d_array_t, int4, 4)
WEFT_EACH_READ(UNSAMPLED, image3d_t, int4, 4)
UNSAMPLED(float, f, DEPTH_OF, image2d_depth_t, int2, 2)
UNSAMPLED(float, f, DEPTH_OF, image2d_array_depth_t, int4, 4)
