// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sRGB transfer function for 8 bits, by tables.
#pragma once

#include "device/images/srgb_tables.h"
#include "device/images/texels/lanes.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

inline std::uint32_t linearOfSrgb(std::uint32_t channel) {
  return __builtin_bit_cast(std::uint32_t, srgbTables.linear[channel & 255]);
}

/// The channel whose value is nearest; 0 for NaN.
inline std::uint32_t srgbOfLinear(float value) {
  std::uint32_t channel = 0;
  for (std::uint32_t step = 128; step; step /= 2)
    channel += value >= srgbTables.from[channel + step] ? step : 0;
  return channel;
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
