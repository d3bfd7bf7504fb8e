// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of image formats and image descriptors (section 5.3.1.2), for the creation of images and
// the queries about what they need.
#pragma once

#include "icd/core/memory/image.h"

#include <CL/cl.h>

#include <cstddef>

namespace weft::icd {

class Memory;

/// The largest sizes of an image of a type; of any type for type 0.
struct ImageLimits {
  std::size_t width, height, depth, layers;
};
ImageLimits imageLimits(cl_mem_object_type type);

/// Whether every size that an image of the type has lies within the limits.
bool areImageSizesValid(const cl_image_desc &description);

/// The layout of an image with storage of its own, whose format, type and sizes are valid:
/// CL_SUCCESS, CL_INVALID_IMAGE_DESCRIPTOR for pitches or mipmap levels, or CL_INVALID_IMAGE_SIZE.
/// `hasHostMemory`: the pitches are those of memory of the host. Where there is none, they must be
/// 0.
cl_int resolveLayout(const cl_image_desc &description, const ImageFormat &format,
                     bool hasHostMemory, ImageLayout &layout);
/// The same for an image of the bytes of a buffer. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR where pitches
/// or the address of the buffer have not the alignment that it needs, CL_INVALID_IMAGE_SIZE where
/// the buffer is too small.
cl_int resolveLayoutInBuffer(const cl_image_desc &description, const ImageFormat &format,
                             const Memory &buffer, ImageLayout &layout);
/// The same for an image of the texels of another image. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR where
/// the formats are not compatible, CL_INVALID_IMAGE_DESCRIPTOR where the description is not that of
/// the other image.
cl_int resolveLayoutOfImage(const cl_image_desc &description, const ImageFormat &format,
                            const Image &image, ImageLayout &layout);

} // namespace weft::icd
