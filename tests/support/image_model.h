// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model of images on the host, written from the specification (OpenCL 3.0, 5.3.1; OpenCL C
// 6.15.15): one texel at a time, in double.
#pragma once

#include "device/kernel_abi_image.h"

#include <CL/cl_ext.h>

#include <array>
#include <cstdint>
#include <vector>

namespace weft::test {

/// CL_UNORM_INT_2_101010_EXT, which older headers lack.
inline constexpr cl_channel_type unormInt2_101010 = 0x10E5;

struct ImageFormat {
  cl_channel_order order;
  cl_channel_type type;
  unsigned bytes;
};

/// Every format that the device may have.
std::vector<ImageFormat> allImageFormats();

bool isIntegerFormat(const ImageFormat &format);

/// The components of a texel: exact values of floats or integers.
using Colour = std::array<double, 4>;

/// Of one texel in memory.
Colour readTexel(const ImageFormat &format, const unsigned char *texel);

/// The texel that a write of the colour leaves, in its first bytes.
std::array<unsigned char, 16> writeTexel(const ImageFormat &format, const Colour &colour);

/// A read with a sampler (weft_sampler_bits) from one level. `coordinates` are the spatial ones,
/// then the layer. For linear filtering exact but for the rounding of doubles.
Colour sampleImage(const weft_image &image, const weft_image_level &level, std::uint64_t sampler,
                   const std::array<float, 4> &coordinates);

} // namespace weft::test
