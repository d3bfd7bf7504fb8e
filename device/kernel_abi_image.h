// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The part of the kernel ABI that concerns images and samplers (OpenCL C, section 6.15.15).
 *
 * The slot of an image in the argument block holds the address of its weft_image, that of a sampler
 * the 8 bytes that weft_sampler_bits describes. A weft_image is read-only while launches use it.
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_IMAGE_H
#define WEFT_DEVICE_KERNEL_ABI_IMAGE_H

#include "device/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /* Mipmap levels of the largest image: 16,384 texels wide down to one. */
  WEFT_IMAGE_LEVELS = 15,
};

/* One mipmap level of an image; level 0 is the image itself. Pitches count bytes. */
typedef struct weft_image_level {
  WEFT_HOST_POINTER(unsigned char) data;
  uint64_t row_pitch;   /* from one row to the next */
  uint64_t slice_pitch; /* from one slice of a 3-D image, or layer of an array, to the next */
  uint32_t width;       /* sizes count texels and are 1 in missing dimensions */
  uint32_t height;
  uint32_t depth;
  uint32_t reserved;
} weft_image_level;

/* If texels are 32-bit words in memory, generated code reads them without a routine. The result of
 * WEFT_IMAGE_READ for component c is the word at component[c] plus the sum over
 * all coordinates, clamped to 0 ... last, of their product with the pitch, if mask[c] is not 0.
 */
typedef struct weft_image_words {
  WEFT_HOST_POINTER(const unsigned char) component[4]; /* of the first texel, or a constant */
  uint32_t mask[4];    /* all bits, or none if the component is a constant */
  uint32_t pitch[3];   /* bytes from one value of a coordinate to the next */
  int32_t last[3];     /* the highest value of a coordinate */
  uint32_t are_direct; /* 1 for such texels with offsets below 2^31; otherwise everything is 0 */
  uint32_t reserved;
} weft_image_words;

typedef struct weft_image {
  weft_image_level levels[WEFT_IMAGE_LEVELS];
  uint32_t level_count;   /* at least 1 */
  uint32_t layers;        /* of an array; 1 otherwise */
  uint32_t type;          /* CL_MEM_OBJECT_IMAGE* */
  uint32_t channel_order; /* CL_R, ... */
  uint32_t channel_type;  /* CL_SNORM_INT8, ... */
  uint32_t element_bytes; /* of one texel */
  /* The routines for texels of this image on this CPU: an array of pointers, in
   * the order of weft_image_routine_index, and then once more for one work-item. */
  WEFT_HOST_POINTER(const void) routines;
  weft_image_words words;
} weft_image;

/* The routines of an image. Each accesses texels for up to WEFT_IMAGE_LANES work-items; those for
 * one work-item give the same bits. */
enum weft_image_routine_index {
  /* Reads with a sampler, level 0; add weft_sampler_bits >> 1 & 7, and 8 for linear filtering. */
  WEFT_IMAGE_READ_SAMPLED = 0,
  /* Reads with any sampler from the level whose number, a float, is coordinate 3. */
  WEFT_IMAGE_READ_LEVEL = 16,
  /* Accesses with integer coordinates. Outside the image, the first reads the nearest texel and the
   * second the border colour; the last writes to the level in coordinate 3. */
  WEFT_IMAGE_READ = 17,
  WEFT_IMAGE_READ_BORDER = 18,
  WEFT_IMAGE_WRITE = 19,
  WEFT_IMAGE_WRITE_LEVEL = 20,
  /* The first three of these for neighbours in a row: a weft_image_row_routine. */
  WEFT_IMAGE_READ_ROW = 21,
  WEFT_IMAGE_READ_BORDER_ROW = 22,
  WEFT_IMAGE_WRITE_ROW = 23,
  /* The first two for several such rows: a weft_image_rows_routine. */
  WEFT_IMAGE_READ_ROWS = 24,
  WEFT_IMAGE_READ_BORDER_ROWS = 25,
  /* The same, and WRITE_ROW, with the components of each texel in memory order: a
   * weft_image_texels_routine and a weft_image_row_routine. */
  WEFT_IMAGE_READ_TEXELS = 26,
  WEFT_IMAGE_READ_BORDER_TEXELS = 27,
  WEFT_IMAGE_WRITE_TEXELS = 28,
  WEFT_IMAGE_ROUTINES = 29,

  WEFT_IMAGE_LANES = 16,
};

#ifndef __OPENCL_C_VERSION__
/* Reads texels, or writes those of active work-items, of which there is at least one. Bit k of
 * `active` is set if work-item k is active. Coordinate c of work-item k is at
 * coordinates[c * WEFT_IMAGE_LANES + k]: a float if there is a sampler, else an int; the layer
 * of an array comes last. Component c of its texel, a float, int or uint depending on the format,
 * is at texels[c * WEFT_IMAGE_LANES + k]. Both arrays are aligned to 4 * WEFT_IMAGE_LANES. Routines
 * for one work-item take arrays of four. Any coordinates are safe. Thread-safe. */
typedef void weft_image_routine(const struct weft_image *image, uint64_t sampler, uint64_t active,
                                const uint32_t *coordinates, uint32_t *texels);

/* Likewise if work-item k accesses the texel at (x + k, y, z). Coordinates in missing dimensions
 * are ignored, and the layer of an array follows the others. There is none for one work-item. */
typedef void weft_image_row_routine(const struct weft_image *image, uint64_t active, int32_t x,
                                    int32_t y, int32_t z, uint32_t *texels);
/* Likewise for `count` reads of each work-item. The x, y and z of read number r begin at
 * first[3 * r], its texels at texels[4 * WEFT_IMAGE_LANES * r]. */
typedef void weft_image_rows_routine(const struct weft_image *image, uint64_t active,
                                     uint64_t count, const int32_t *first, uint32_t *texels);
/* Likewise, but component c of work-item k is at [4 * k + c]. The texels of read r start at
 * where[r], which is in `texels`, or in the image if its texels are such words. It need not be
 * aligned. */
typedef void weft_image_texels_routine(const struct weft_image *image, uint64_t active,
                                       uint64_t count, const int32_t *first, const uint32_t **where,
                                       uint32_t *texels);
#endif

/* A sampler. The low 32 bits are those of a sampler_t constant of OpenCL C (CLK_*), with space for
 * settings of the host only (cl_khr_mipmap_image). */
enum weft_sampler_bits {
  WEFT_SAMPLER_NORMALIZED = 1u << 0,
  WEFT_SAMPLER_ADDRESSING = 7u << 1, /* CLK_ADDRESS_* */
  WEFT_SAMPLER_NEAREST = 1u << 4,
  WEFT_SAMPLER_LINEAR = 1u << 5,
  WEFT_SAMPLER_LINEAR_LEVELS = 1u << 6, /* CL_SAMPLER_MIP_FILTER_MODE is CL_FILTER_LINEAR */
  /* The lowest and the highest level of detail, 16 bits each, in units of 1 / 4,096. */
  WEFT_SAMPLER_LOWEST_LEVEL_SHIFT = 32,
  WEFT_SAMPLER_HIGHEST_LEVEL_SHIFT = 48,
};

#ifdef __cplusplus
}
#endif

#endif
