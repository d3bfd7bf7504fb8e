// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The channel orders of images (OpenCL 3.0, 5.3.1.1; OpenCL C 6.15.15.9).
#pragma once

#include <cstdint>

namespace weft::device::WEFT_IMAGE_LEVEL {

struct ChannelOrder {
  static constexpr std::uint8_t zero = 4, one = 5;
  /// For each component, its channel in memory, or `zero` or `one`.
  std::uint8_t channelOf[4];
  /// For each channel in memory, its component.
  std::uint8_t componentOf[4];
  /// Whether alpha is 1 outside the image (CLK_ADDRESS_CLAMP).
  bool hasOpaqueBorder;
};

// Numbers of CL/cl.h.
constexpr std::uint32_t orderR = 0x10B0, orderRg = 0x10B2, orderRgba = 0x10B5, orderBgra = 0x10B6;
constexpr std::uint32_t firstChannelOrder = orderR;

/// By CL_R, CL_A, … CL_ABGR.
inline constexpr ChannelOrder channelOrders[] = {
    {{0, 4, 4, 5}, {0, 0, 0, 0}, true},  // R
    {{4, 4, 4, 0}, {3, 3, 3, 3}, false}, // A
    {{0, 1, 4, 5}, {0, 1, 1, 1}, true},  // RG
    {{0, 4, 4, 1}, {0, 3, 3, 3}, false}, // RA
    {{0, 1, 2, 5}, {0, 1, 2, 2}, true},  // RGB
    {{0, 1, 2, 3}, {0, 1, 2, 3}, false}, // RGBA
    {{2, 1, 0, 3}, {2, 1, 0, 3}, false}, // BGRA
    {{1, 2, 3, 0}, {3, 0, 1, 2}, false}, // ARGB
    {{0, 0, 0, 0}, {0, 0, 0, 0}, false}, // INTENSITY
    {{0, 0, 0, 5}, {0, 0, 0, 0}, true},  // LUMINANCE
    {{0, 4, 4, 5}, {0, 0, 0, 0}, false}, // Rx
    {{0, 1, 4, 5}, {0, 1, 1, 1}, false}, // RGx
    {{0, 1, 2, 5}, {0, 1, 2, 2}, false}, // RGBx
    {{0, 4, 4, 5}, {0, 0, 0, 0}, false}, // DEPTH
    {{0, 4, 4, 5}, {0, 0, 0, 0}, false}, // DEPTH_STENCIL
    {{0, 1, 2, 5}, {0, 1, 2, 2}, true},  // sRGB
    {{0, 1, 2, 5}, {0, 1, 2, 2}, false}, // sRGBx
    {{0, 1, 2, 3}, {0, 1, 2, 3}, false}, // sRGBA
    {{2, 1, 0, 3}, {2, 1, 0, 3}, false}, // sBGRA
    {{3, 2, 1, 0}, {3, 2, 1, 0}, false}, // ABGR
};

/// The description of an order; of RGBA for unknown ones.
constexpr const ChannelOrder &orderOf(std::uint32_t channelOrder) {
  constexpr std::uint32_t count = sizeof channelOrders / sizeof *channelOrders, rgba = 5;
  const std::uint32_t index = channelOrder - firstChannelOrder;
  return channelOrders[index < count ? index : rgba];
}

/// Whether colours are sRGB-encoded.
constexpr bool isSrgb(std::uint32_t channelOrder) {
  const std::uint32_t index = channelOrder - firstChannelOrder;
  return index >= 15 && index <= 18;
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
