// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries (OpenCL C 6.15.15.5). Sizes are those of level 0.
#include "kernel-lib/image/image.h"

#define EACH_ACCESS(M, ...)                                                                        \
  M(read_only, __VA_ARGS__) M(write_only, __VA_ARGS__) M(read_write, __VA_ARGS__)

#define QUERY(ACCESS, IMAGE, RESULT, NAME, VALUE)                                                  \
  OVERLOAD WEFT_PURE RESULT NAME(ACCESS IMAGE image) {                                             \
    __constant const weft_image *known = WEFT_IMAGE(image);                                        \
    return VALUE;                                                                                  \
  }

#define WIDTH ((int)known->levels[0].width)
#define HEIGHT ((int)known->levels[0].height)
#define DEPTH ((int)known->levels[0].depth)

#define OF_ALL(IMAGE, ...)                                                                         \
  EACH_ACCESS(QUERY, IMAGE, int, get_image_width, WIDTH)                                           \
  EACH_ACCESS(QUERY, IMAGE, int, get_image_channel_data_type, (int)known->channel_type)            \
  EACH_ACCESS(QUERY, IMAGE, int, get_image_channel_order, (int)known->channel_order)
WEFT_EACH_COLOUR_IMAGE(OF_ALL)
WEFT_EACH_DEPTH_IMAGE(OF_ALL)

#define OF_PLANES(IMAGE)                                                                           \
  EACH_ACCESS(QUERY, IMAGE, int, get_image_height, HEIGHT)                                         \
  EACH_ACCESS(QUERY, IMAGE, int2, get_image_dim, (int2)(WIDTH, HEIGHT))
OF_PLANES(image2d_t)
OF_PLANES(image2d_array_t)
OF_PLANES(image2d_depth_t)
OF_PLANES(image2d_array_depth_t)

EACH_ACCESS(QUERY, image3d_t, int, get_image_height, HEIGHT)
EACH_ACCESS(QUERY, image3d_t, int, get_image_depth, DEPTH)
EACH_ACCESS(QUERY, image3d_t, int4, get_image_dim, (int4)(WIDTH, HEIGHT, DEPTH, 0))

EACH_ACCESS(QUERY, image1d_array_t, size_t, get_image_array_size, known->layers)
EACH_ACCESS(QUERY, image2d_array_t, size_t, get_image_array_size, known->layers)
EACH_ACCESS(QUERY, image2d_array_depth_t, size_t, get_image_array_size, known->layers)

#define LEVELS_OF(IMAGE)                                                                           \
  EACH_ACCESS(QUERY, IMAGE, int, get_image_num_mip_levels, (int)known->level_count)
LEVELS_OF(image1d_t)
LEVELS_OF(image1d_array_t)
LEVELS_OF(image2d_t)
LEVELS_OF(image2d_array_t)
LEVELS_OF(image2d_depth_t)
LEVELS_OF(image2d_array_depth_t)
LEVELS_OF(image3d_t)
