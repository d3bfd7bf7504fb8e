// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Image formats (section 5.3.1.1): one table lists the supported combinations of channel order and
// channel type, their texel sizes, and what kernels and hosts may do with them.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <span>

namespace weft::icd {

/// CL_UNORM_INT_2_101010_EXT, which the headers of Debian 12 lack.
inline constexpr cl_channel_type unormInt2_101010 = 0x10E5;

/// The type of a colour in kernels and fills: read_imagef, read_imagei or read_imageui.
enum class ChannelClass : std::uint8_t { Float, SignedInteger, UnsignedInteger };

/// A format that all devices support.
struct ImageFormat {
  cl_channel_order order;
  cl_channel_type type;
  ChannelClass channelClass;
  std::uint8_t elementBytes;

  cl_image_format descriptor() const { return {order, type}; }
  /// Whether the colour components are stored as sRGB values; alpha never is.
  bool isSrgb() const { return order == CL_sRGBA || order == CL_sBGRA; }
  bool isDepth() const { return order == CL_DEPTH; }
  /// Whether images of this type may have the format: depth is restricted to 2D images and arrays
  /// of them.
  bool fits(cl_mem_object_type type) const {
    return !isDepth() || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// Whether a kernel may both read and write an image of the format (read_write).
  bool isReadWrite() const { return !isSrgb(); }
};

/// Every supported format.
std::span<const ImageFormat> imageFormats();
/// The supported format that a descriptor names, or null.
const ImageFormat *findImageFormat(const cl_image_format &descriptor);
/// Whether the specification has this combination of channel order and channel type, supported or
/// not.
bool isImageFormat(const cl_image_format &descriptor);
/// Whether an image of one channel order may be created from an image of the other, with the same
/// channel type (the table of compatible image channel orders).
bool areCompatible(cl_channel_order made, cl_channel_order from);

} // namespace weft::icd
