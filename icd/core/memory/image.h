// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What makes a memory object an image: its layout, and the descriptor that kernels read.
//
// Texels lie as the specification describes them for host memory, row by row, slice by slice. So
// USE_HOST_PTR images live in the memory of the application, mapping copies nothing, and an image
// shares the texels of the buffer or the image that it is made from. The levels of a mipmapped
// image lie one after the other.
#pragma once

#include "device/copy/copy.h"
#include "device/kernel_abi_image.h"
#include "icd/core/memory/image_format.h"

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::icd {

/// Which of its dimensions an image of a type has.
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
/// Whether it is more than one row or one plane, and so has a slice pitch.
constexpr bool hasSlices(cl_mem_object_type type) { return hasDepth(type) || isImageArray(type); }

/// The size and the place of all texels. Sizes count texels, and are 1 in dimensions that the image
/// has not; pitches count bytes, and are never 0.
struct ImageLayout {
  cl_mem_object_type type;
  const ImageFormat *format;
  std::size_t width, height, depth, layers;
  std::size_t rowPitch;
  std::size_t slicePitch; ///< from one slice or layer to the next; of the image if it has none
  cl_uint mipLevels;      ///< num_mip_levels: 0 where the image is not mipmapped

  std::uint32_t levelCount() const { return mipLevels ? mipLevels : 1; }
  /// Bytes from the first texel to the end of the last one's row or slice.
  std::size_t bytes() const;
};

/// An image's part of its memory object. Nothing in it changes.
class Image {
public:
  /// Texels as in clEnqueueReadImage, counted in one level: layers count in dimension 1 of an array
  /// of 1D images, and in dimension 2 of an array of 2D images.
  using Texels = std::array<std::size_t, 3>;

  /// One texel; the first elementBytes of the format count.
  using Texel = std::array<unsigned char, 16>;

  /// `storage` holds layout.bytes().
  Image(const ImageLayout &layout, unsigned char *storage);
  Image(const Image &) = delete;
  Image &operator=(const Image &) = delete;

  const ImageLayout &layout() const { return imageLayout; }
  const ImageFormat &format() const { return *imageLayout.format; }
  cl_mem_object_type type() const { return imageLayout.type; }
  /// What kernels get.
  const weft_image &descriptor() const { return kernelDescriptor; }

  /// The size of a level.
  Texels extent(std::uint32_t level) const;
  /// Where a level's texel lies for device::copyRect on the memory object's storage: origin and
  /// pitches in bytes.
  device::RectLayout place(std::uint32_t level, const Texels &origin) const;
  /// A region as device::copyRect counts it.
  Texels bytesOf(const Texels &region) const {
    return {region[0] * format().elementBytes, region[1], region[2]};
  }
  /// The texel of a fill colour, as a kernel writes it: four floats, cl_int or cl_uint, by the
  /// class of the format; for depth images one float (clEnqueueFillImage).
  Texel texelOf(const void *colour) const;
  /// Which component of an `origin` tells the mipmap level.
  unsigned levelComponent() const;

private:
  ImageLayout imageLayout;
  weft_image kernelDescriptor{};
};

} // namespace weft::icd
