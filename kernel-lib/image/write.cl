// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes (OpenCL C 6.15.15.4), and those to levels of mipmapped images.
#include "kernel-lib/image/image.h"

#define WEFT_EACH_WRITE(M, ...)                                                                    \
  M(float4, f, as_uint4, __VA_ARGS__)                                                              \
  M(int4, i, as_uint4, __VA_ARGS__)                                                                \
  M(uint4, ui, as_uint4, __VA_ARGS__)                                                              \
  M(half4, h, WORDS_OF_HALF, __VA_ARGS__)
#define WORDS_OF_HALF(colour) as_uint4(__builtin_convertvector(colour, float4))
#define WORDS_OF_DEPTH(depth) as_uint4((float4)(depth, 0, 0, 0))

static WEFT_PURE uint words_1(int c) { return (uint)c; }
static WEFT_PURE uint2 words_2(int2 c) { return as_uint2(c); }
static WEFT_PURE uint3 words_4(int4 c) { return as_uint3(c.xyz); }
static WEFT_PURE uint4 levelWords_1(int c, int level) { return as_uint4((int4)(c, 0, 0, level)); }
static WEFT_PURE uint4 levelWords_2(int2 c, int level) { return as_uint4((int4)(c, 0, level)); }
static WEFT_PURE uint4 levelWords_4(int4 c, int level) { return as_uint4((int4)(c.xyz, level)); }

#define WRITE_TO(COLOUR, SUFFIX, CONVERT, ACCESS, IMAGE, COORDINATE, N)                            \
  OVERLOAD void write_image##SUFFIX(ACCESS IMAGE image, COORDINATE coordinate, COLOUR colour) {    \
    __weft_image_write(__weft_image_value(image), 0, WEFT_IMAGE_WRITE, words_##N(coordinate),      \
                       CONVERT(colour));                                                           \
  }
#define WRITE_LEVEL_TO(COLOUR, SUFFIX, CONVERT, ACCESS, IMAGE, COORDINATE, N)                      \
  OVERLOAD void write_image##SUFFIX(ACCESS IMAGE image, COORDINATE coordinate, int level,          \
                                    COLOUR colour) {                                               \
    __weft_image_write(__weft_image_value(image), 0, WEFT_IMAGE_WRITE_LEVEL,                       \
                       levelWords_##N(coordinate, level), CONVERT(colour));                        \
  }

#define WRITES(COLOUR, SUFFIX, CONVERT, ...)                                                       \
  WRITE_TO(COLOUR, SUFFIX, CONVERT, write_only, __VA_ARGS__)                                       \
  WRITE_TO(COLOUR, SUFFIX, CONVERT, read_write, __VA_ARGS__)
#define WRITES_AND_LEVELS(COLOUR, SUFFIX, CONVERT, ...)                                            \
  WRITES(COLOUR, SUFFIX, CONVERT, __VA_ARGS__)                                                     \
  WRITE_LEVEL_TO(COLOUR, SUFFIX, CONVERT, write_only, __VA_ARGS__)                                 \
  WRITE_LEVEL_TO(COLOUR, SUFFIX, CONVERT, read_write, __VA_ARGS__)

WEFT_EACH_WRITE(WRITES_AND_LEVELS, image1d_t, int, 1)
WEFT_EACH_WRITE(WRITES, image1d_buffer_t, int, 1)
WEFT_EACH_WRITE(WRITES_AND_LEVELS, image1d_array_t, int2, 2)
WEFT_EACH_WRITE(WRITES_AND_LEVELS, image2d_t, int2, 2)
WEFT_EACH_WRITE(WRITES_AND_LEVELS, image2d_array_t, int4, 4)
WEFT_EACH_WRITE(WRITES_AND_LEVELS, image3d_t, int4, 4)
WRITES_AND_LEVELS(float, f, WORDS_OF_DEPTH, image2d_depth_t, int2, 2)
WRITES_AND_LEVELS(float, f, WORDS_OF_DEPTH, image2d_array_depth_t, int4, 4)
