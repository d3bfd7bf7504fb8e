// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of levels of mipmapped images (OpenCL C 6.15.15.6), by the level or by gradients.
//
// Gradients are the changes of the normalised coordinate from one pixel to its neighbours. In
// texels, the longer of the two is as wide as a pixel, and the level is its binary logarithm.
#include "kernel-lib/image/image.h"

OVERLOAD float log2(float x);

#define WEFT_EACH_READ(M, ...)                                                                     \
  M(float4, f, as_float4, __VA_ARGS__)                                                             \
  M(int4, i, as_int4, __VA_ARGS__)                                                                 \
  M(uint4, ui, as_uint4, __VA_ARGS__)                                                              \
  M(half4, h, HALF_OF, __VA_ARGS__)
#define HALF_OF(texel) __builtin_convertvector(as_float4(texel), half4)
#define DEPTH_OF(texel) as_float((texel).x)

static WEFT_PURE uint4 words_1(float c, float level) { return as_uint4((float4)(c, 0, 0, level)); }
static WEFT_PURE uint4 words_2(float2 c, float level) { return as_uint4((float4)(c, 0, level)); }
static WEFT_PURE uint4 words_4(float4 c, float level) { return as_uint4((float4)(c.xyz, level)); }

// The squared length of a gradient in texels.
static WEFT_PURE float square_1(__constant const weft_image *image, float gradient) {
  const float x = gradient * (float)image->levels[0].width;
  return x * x;
}
static WEFT_PURE float square_2(__constant const weft_image *image, float2 gradient) {
  const float y = gradient.y * (float)image->levels[0].height;
  return square_1(image, gradient.x) + y * y;
}
static WEFT_PURE float square_4(__constant const weft_image *image, float4 gradient) {
  const float z = gradient.z * (float)image->levels[0].depth;
  return square_2(image, gradient.xy) + z * z;
}
static WEFT_PURE float levelOf(float squareX, float squareY) {
  return 0.5f * log2(squareX > squareY ? squareX : squareY);
}

#define READ(IMAGE, LEVEL, WORDS)                                                                  \
  __weft_image_read(__weft_image_value(IMAGE), __weft_sampler_value(sampler),                      \
                    WEFT_IMAGE_READ_LEVEL, WORDS(coordinate, LEVEL))

// N coordinates; gradients have G, as the layer of an array has none.
#define LEVELS(RESULT, SUFFIX, CONVERT, IMAGE, COORDINATE, N, GRADIENT, G)                         \
  OVERLOAD WEFT_PURE RESULT read_image##SUFFIX(read_only IMAGE image, sampler_t sampler,           \
                                               COORDINATE coordinate, float level) {               \
    return CONVERT(READ(image, level, words_##N));                                                 \
  }                                                                                                \
  OVERLOAD WEFT_PURE RESULT read_image##SUFFIX(read_only IMAGE image, sampler_t sampler,           \
                                               COORDINATE coordinate, GRADIENT gradient_x,         \
                                               GRADIENT gradient_y) {                              \
    const float level = levelOf(square_##G(WEFT_IMAGE(image), gradient_x),                         \
                                square_##G(WEFT_IMAGE(image), gradient_y));                        \
    return CONVERT(READ(image, level, words_##N));                                                 \
  }

WEFT_EACH_READ(LEVELS, image1d_t, float, 1, float, 1)
WEFT_EACH_READ(LEVELS, image1d_array_t, float2, 2, float, 1)
WEFT_EACH_READ(LEVELS, image2d_t, float2, 2, float2, 2)
WEFT_EACH_READ(LEVELS, image2d_array_t, float4, 4, float2, 2)
WEFT_EACH_READ(LEVELS, image3d_t, float4, 4, float4, 4)
LEVELS(float, f, DEPTH_OF, image2d_depth_t, float2, 2, float2, 2)
LEVELS(float, f, DEPTH_OF, image2d_array_depth_t, float4, 4, float2, 2)
