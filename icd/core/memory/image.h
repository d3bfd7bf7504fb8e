// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The image part of a memory object: its layout, and the descriptor read by kernels.
//
// Texels are stored as the specification describes for host memory, row by row, slice by slice. So
// USE_HOST_PTR images live in the application's memory, mapping copies nothing, and an image shares
// the texels of the buffer or image from which it is created. The levels of a mipmapped image are
// consecutive.
#pragma once

#include "device/copy/copy.h"
#include "device/kernel_abi_image.h"
#include "icd/core/memory/image_format.h"

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::icd {

/// Which dimensions an image of a type has.
constexpr bool isImageType(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE3D ||
         type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE1D ||
         type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
}
constexpr bool hasHeight(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         type == CL_MEM_OBJECT_IMAGE3D;
}
constexpr bool hasDepth(cl_mem_object_type type) { return type == CL_MEM_OBJECT_IMAGE3D; }
constexpr bool isImageArray(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}
/// Whether it has more than one row or one plane, and so a slice pitch.
constexpr bool hasSlices(cl_mem_object_type type) { return hasDepth(type) || isImageArray(type); }

/// The size and layout of all texels. Sizes count texels, and are 1 in missing dimensions; pitches
/// count bytes, and are never 0.
struct ImageLayout {
  cl_mem_object_type type;
  const ImageFormat *format;
  std::size_t width, height, depth, layers;
  std::size_t rowPitch;
  std::size_t slicePitch; ///< from one slice or layer to the next; of the image if it has none
  cl_uint mipLevels;      ///< num_mip_levels: 0 if not mipmapped

  std::uint32_t levelCount() const { return mipLevels ? mipLevels : 1; }
  /// Bytes from the first texel to the end of the last one's row or slice.
  std::size_t bytes() const;
};

/// The image part of a memory object. Immutable.
class Image {
public:
  /// Texels as in clEnqueueReadImage, within one level: layers are dimension 1 of an array of 1D
  /// images, and dimension 2 of an array of 2D images.
  using Texels = std::array<std::size_t, 3>;

  /// One texel; the first elementBytes of the format are used.
  using Texel = std::array<unsigned char, 16>;

  /// `storage` holds layout.bytes().
  Image(const ImageLayout &layout, unsigned char *storage);
  Image(const Image &) = delete;
  Image &operator=(const Image &) = delete;

  const ImageLayout &layout() const { return imageLayout; }
  const ImageFormat &format() const { return *imageLayout.format; }
  cl_mem_object_type type() const { return imageLayout.type; }
  /// The kernels' argument.
  const weft_image &descriptor() const { return kernelDescriptor; }

  /// The size of a level.
  Texels extent(std::uint32_t level) const;
  /// The position of a level's texel for device::copyRect on the memory object's storage: origin
  /// and pitches in bytes.
  device::RectLayout place(std::uint32_t level, const Texels &origin) const;
  /// A region in the units of device::copyRect.
  Texels bytesOf(const Texels &region) const {
    return {region[0] * format().elementBytes, region[1], region[2]};
  }
  /// The texel of a fill colour, as a kernel writes it: four floats, cl_int or cl_uint, depending
  /// on the class of the format; for depth images one float (clEnqueueFillImage).
  Texel texelOf(const void *colour) const;
  /// Which component of an `origin` is the mipmap level.
  unsigned levelComponent() const;

private:
  ImageLayout imageLayout;
  weft_image kernelDescriptor{};
};

} // namespace weft::icd
