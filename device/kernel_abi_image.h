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
  uint32_t width;       /* sizes count texels and are 1 in dimensions that the image has not */
  uint32_t height;
  uint32_t depth;
  uint32_t reserved;
} weft_image_level;

typedef struct weft_image {
  weft_image_level levels[WEFT_IMAGE_LEVELS];
  uint32_t level_count;   /* at least 1 */
  uint32_t layers;        /* of an array; 1 otherwise */
  uint32_t type;          /* CL_MEM_OBJECT_IMAGE* */
  uint32_t channel_order; /* CL_R, ... */
  uint32_t channel_type;  /* CL_SNORM_INT8, ... */
  uint32_t element_bytes; /* of one texel */
  /* What reads and writes texels of this format on this CPU. */
  WEFT_HOST_POINTER(const void) routines;
} weft_image;

/* A sampler. The low 32 bits are those of a sampler_t constant of OpenCL C (CLK_*), with room for
 * what only the host can set (cl_khr_mipmap_image). */
enum weft_sampler_bits {
  WEFT_SAMPLER_NORMALIZED = 1u << 0,
  WEFT_SAMPLER_ADDRESSING = 7u << 1, /* CLK_ADDRESS_* */
  WEFT_SAMPLER_NEAREST = 1u << 4,
  WEFT_SAMPLER_LINEAR = 1u << 5,
  WEFT_SAMPLER_LINEAR_LEVELS = 1u << 6, /* CL_SAMPLER_MIP_FILTER_MODE is CL_FILTER_LINEAR */
  /* The lowest and the highest level of detail, each as 16 bits in units of 1 / 4,096. */
  WEFT_SAMPLER_LOWEST_LEVEL_SHIFT = 32,
  WEFT_SAMPLER_HIGHEST_LEVEL_SHIFT = 48,
};

#ifdef __cplusplus
}
#endif

#endif
