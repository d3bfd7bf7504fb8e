// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of image formats and image descriptors (section 5.3.1.2), for creating images and for
// queries about their requirements.
#pragma once

#include "icd/core/memory/image.h"

#include <CL/cl.h>

#include <cstddef>

namespace weft::icd {

class Memory;

/// The maximum sizes of an image of a type; of any type for type 0.
struct ImageLimits {
  std::size_t width, height, depth, layers;
};
ImageLimits imageLimits(cl_mem_object_type type);

/// Whether all sizes of an image of the type are within the limits.
bool areImageSizesValid(const cl_image_desc &description);

/// The layout of an image with its own storage, whose format, type and sizes are valid: CL_SUCCESS,
/// CL_INVALID_IMAGE_DESCRIPTOR for pitches or mipmap levels, or CL_INVALID_IMAGE_SIZE.
/// `hasHostMemory`: the pitches are those of host memory; without any they must be 0.
cl_int resolveLayout(const cl_image_desc &description, const ImageFormat &format,
                     bool hasHostMemory, ImageLayout &layout);
/// The same for an image of a buffer's bytes. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if pitches or the
/// address of the buffer lack the required alignment, CL_INVALID_IMAGE_SIZE if the buffer is too
/// small.
cl_int resolveLayoutInBuffer(const cl_image_desc &description, const ImageFormat &format,
                             const Memory &buffer, ImageLayout &layout);
/// The same for an image of the texels of another image. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if the
/// formats are incompatible, CL_INVALID_IMAGE_DESCRIPTOR if the description does not match the
/// other image.
cl_int resolveLayoutOfImage(const cl_image_desc &description, const ImageFormat &format,
                            const Image &image, ImageLayout &layout);

} // namespace weft::icd
