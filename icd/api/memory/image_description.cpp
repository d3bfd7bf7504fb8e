// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/memory/image_description.h"

#include "icd/core/memory/memory.h"
#include "icd/core/platform/limits.h"

#include <cstdint>

namespace weft::icd {
namespace {

bool isWithin(std::size_t size, std::size_t limit) { return size >= 1 && size <= limit; }

/// Whether the image's size in bytes is representable.
bool isCountable(const ImageLayout &layout) {
  std::size_t bytes = 0;
  return !__builtin_mul_overflow(layout.slicePitch, layout.depth * layout.layers, &bytes) &&
         bytes <= PTRDIFF_MAX / 2;
}

/// Sizes and pitches; pitches of 0 become those without gaps. CL_INVALID_IMAGE_DESCRIPTOR if texels
/// would overlap or a row starts within one.
cl_int resolveSizes(const cl_image_desc &description, const ImageFormat &format,
                    ImageLayout &layout) {
  const cl_mem_object_type type = description.image_type;
  layout = {.type = type,
            .format = &format,
            .width = description.image_width,
            .height = hasHeight(type) ? description.image_height : 1,
            .depth = hasDepth(type) ? description.image_depth : 1,
            .layers = isImageArray(type) ? description.image_array_size : 1,
            .rowPitch = description.image_row_pitch,
            .slicePitch = description.image_slice_pitch,
            .mipLevels = description.num_mip_levels};
  const std::size_t rowBytes = layout.width * format.elementBytes;
  if (layout.rowPitch == 0)
    layout.rowPitch = rowBytes;
  if (layout.rowPitch < rowBytes || layout.rowPitch % format.elementBytes != 0)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  const bool isOneRow = layout.height == 1 && !hasHeight(type);
  std::size_t planeBytes = 0;
  if (__builtin_mul_overflow(layout.rowPitch, layout.height, &planeBytes))
    return CL_INVALID_IMAGE_SIZE;
  if (!hasSlices(type)) {
    layout.slicePitch = isOneRow ? rowBytes : planeBytes;
  } else {
    if (layout.slicePitch == 0)
      layout.slicePitch = planeBytes;
    if (layout.slicePitch < planeBytes || layout.slicePitch % layout.rowPitch != 0)
      return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  return isCountable(layout) ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/// Levels after one of a single texel are single texels too. Depth images may have levels, which
/// cl_khr_mipmap_image excludes: OpenCL C has functions that read them, and the conformance tests
/// that read, write and copy levels create such images too.
bool areMipLevelsValid(const ImageLayout &layout) {
  return layout.mipLevels <= 1 ||
         (layout.mipLevels <= WEFT_IMAGE_LEVELS && layout.type != CL_MEM_OBJECT_IMAGE1D_BUFFER);
}

} // namespace

ImageLimits imageLimits(cl_mem_object_type type) {
  switch (type) {
  case 0:
  case CL_MEM_OBJECT_IMAGE3D:
    return {maxImage3dSide, maxImage3dSide, maxImage3dSide, maxImageLayers};
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    return {maxBufferImageTexels, 1, 1, 1};
  default:
    return {maxImageSide, maxImageSide, 1, maxImageLayers};
  }
}

bool areImageSizesValid(const cl_image_desc &description) {
  const cl_mem_object_type type = description.image_type;
  const ImageLimits limits = imageLimits(type);
  return isWithin(description.image_width, limits.width) &&
         (!hasHeight(type) || isWithin(description.image_height, limits.height)) &&
         (!hasDepth(type) || isWithin(description.image_depth, limits.depth)) &&
         (!isImageArray(type) || isWithin(description.image_array_size, limits.layers));
}

cl_int resolveLayout(const cl_image_desc &description, const ImageFormat &format,
                     bool hasHostMemory, ImageLayout &layout) {
  if (!hasHostMemory && (description.image_row_pitch || description.image_slice_pitch))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (cl_int status = resolveSizes(description, format, layout))
    return status;
  if (!areMipLevelsValid(layout) || (hasHostMemory && layout.mipLevels > 1))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  return CL_SUCCESS;
}

cl_int resolveLayoutInBuffer(const cl_image_desc &description, const ImageFormat &format,
                             const Memory &buffer, ImageLayout &layout) {
  const auto isAligned = [&](std::size_t value) { return value % format.elementBytes == 0; };
  if (!isAligned(description.image_row_pitch) ||
      (hasSlices(description.image_type) && !isAligned(description.image_slice_pitch)) ||
      !isAligned(reinterpret_cast<std::uintptr_t>(buffer.data())))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  if (cl_int status = resolveSizes(description, format, layout))
    return status;
  if (layout.mipLevels > 1)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  return layout.bytes() <= buffer.size() ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

cl_int resolveLayoutOfImage(const cl_image_desc &description, const ImageFormat &format,
                            const Image &image, ImageLayout &layout) {
  const ImageLayout &other = image.layout();
  if (format.type != other.format->type || !areCompatible(format.order, other.format->order))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  const auto isSameOrOpen = [](std::size_t pitch, std::size_t theirs) {
    return pitch == 0 || pitch == theirs;
  };
  if (description.image_type != CL_MEM_OBJECT_IMAGE2D || other.type != CL_MEM_OBJECT_IMAGE2D ||
      description.image_width != other.width || description.image_height != other.height ||
      !isSameOrOpen(description.image_row_pitch, other.rowPitch) ||
      !isSameOrOpen(description.image_slice_pitch, 0) ||
      description.num_mip_levels != other.mipLevels)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  layout = other;
  layout.format = &format;
  return CL_SUCCESS;
}

} // namespace weft::icd
