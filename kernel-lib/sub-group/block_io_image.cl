// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block reads and writes of images (cl_intel_subgroups, _char, _short, _long): the bytes of a row
// in memory order, one row per component. Outside the image, reads repeat its edge and writes have
// no effect; the unit of both is four bytes.
#include "kernel-lib/image/image.h"
#include "kernel-lib/sub-group/block_io.h"

// A part of an image's row that a lane accesses.
typedef struct row_bytes {
  __global uchar *begin;
  int count;
} row_bytes;

typedef uchar any_uchar;
typedef ushort __attribute__((aligned(1))) any_ushort;
typedef uint __attribute__((aligned(1))) any_uint;
typedef ulong __attribute__((aligned(1))) any_ulong;

static WEFT_PURE int heightOf(__constant const weft_image *image) {
  return (int)image->levels[0].height;
}

static WEFT_PURE row_bytes rowOf(__constant const weft_image *image, int y) {
  __constant const weft_image_level *level = &image->levels[0];
  const row_bytes row = {(__global uchar *)level->data + (ulong)y * level->row_pitch,
                         (int)(level->width * image->element_bytes)};
  return row;
}

// Whether all lanes' bytes are in the row, which no single lane checks.
static WEFT_PURE bool isInside(__constant const weft_image *image, int x, int bytes) {
  const int end = (int)(image->levels[0].width * image->element_bytes);
  return x >= 0 && x <= end - (int)__weft_sub_group_max_size() * bytes;
}

// The bytes of the edge element that correspond to those at x.
static WEFT_PURE int insideRow(int x, int bytes, int count) {
  const int atEdge = x < 0 ? x & 3 : x > count - bytes ? count - 4 + (x & 3) : x;
  const int last = atEdge > count - bytes ? count - bytes : atEdge;
  return last < 0 ? 0 : last;
}

static WEFT_PURE int insideRows(int y, int height) {
  return y < 0 ? 0 : y < height ? y : height - 1;
}

#define ACCESS(type)                                                                               \
  static type readAtEdge_##type(row_bytes row, int x) {                                            \
    return *(const __global any_##type *)(row.begin + insideRow(x, (int)sizeof(type), row.count)); \
  }                                                                                                \
  static void writeInside_##type(row_bytes row, int x, type value) {                               \
    if (x >= 0 && x <= row.count - (int)sizeof(type))                                              \
      *(__global any_##type *)(row.begin + x) = value;                                             \
  }
ACCESS(uchar)
ACCESS(ushort)
ACCESS(uint)

static ulong readAtEdge_ulong(row_bytes row, int x) {
  return as_ulong((uint2)(readAtEdge_uint(row, x), readAtEdge_uint(row, x + 4)));
}
static void writeInside_ulong(row_bytes row, int x, ulong value) {
  writeInside_uint(row, x, as_uint2(value).x);
  writeInside_uint(row, x + 4, as_uint2(value).y);
}

// Component k of a block, in the k-th row below the first.
#define INSIDE(k, type, image, x, y)                                                               \
  *(const __global any_##type *)(rowOf(image, insideRows((y) + (k), heightOf(image))).begin + (x))
#define AT_EDGE(k, type, image, x, y)                                                              \
  readAtEdge_##type(rowOf(image, insideRows((y) + (k), heightOf(image))), x)

#define READ(type, n, suffix, count)                                                               \
  static type##n read##suffix##_##count(__constant const weft_image *image, int2 at) {             \
    const int x = at.x + (int)__weft_sub_group_lane() * (int)sizeof(type);                         \
    if (isInside(image, at.x, (int)sizeof(type)))                                                  \
      return (type##n)(WEFT_COMPONENTS_##count(INSIDE, type, image, x, at.y));                     \
    return (type##n)(WEFT_COMPONENTS_##count(AT_EDGE, type, image, x, at.y));                      \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT type##n intel_sub_group_block_read##suffix(read_only image2d_t image,   \
                                                                      int2 at) {                   \
    return read##suffix##_##count(WEFT_IMAGE(image), at);                                          \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT type##n intel_sub_group_block_read##suffix(read_write image2d_t image,  \
                                                                      int2 at) {                   \
    return read##suffix##_##count(WEFT_IMAGE(image), at);                                          \
  }
WEFT_EACH_BLOCK(READ)

#define WRITE(type, n, suffix, count)                                                              \
  static void write##suffix##_##count(__constant const weft_image *image, int2 at, type##n data) { \
    const type *components = (const type *)&data;                                                  \
    const bool inside = isInside(image, at.x, (int)sizeof(type));                                  \
    const int x = at.x + (int)__weft_sub_group_lane() * (int)sizeof(type);                         \
    for (int k = 0; k < count; ++k) {                                                              \
      const int y = at.y + k;                                                                      \
      if (y < 0 || y >= heightOf(image))                                                           \
        continue;                                                                                  \
      const row_bytes row = rowOf(image, y);                                                       \
      if (inside)                                                                                  \
        *(__global any_##type *)(row.begin + x) = components[k];                                   \
      else                                                                                         \
        writeInside_##type(row, x, components[k]);                                                 \
    }                                                                                              \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT void intel_sub_group_block_write##suffix(write_only image2d_t image,    \
                                                                    int2 at, type##n data) {       \
    write##suffix##_##count(WEFT_IMAGE(image), at, data);                                          \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT void intel_sub_group_block_write##suffix(read_write image2d_t image,    \
                                                                    int2 at, type##n data) {       \
    write##suffix##_##count(WEFT_IMAGE(image), at, data);                                          \
  }
WEFT_EACH_BLOCK(WRITE)
