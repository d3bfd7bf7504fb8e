// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests of the routines of images have in common.
#pragma once

#include "device/images/image_routines.h"

#include "tests/support/image_model.h"

#include <array>
#include <bit>
#include <cstdint>

namespace weft::test {

inline constexpr unsigned lanes = WEFT_IMAGE_LANES;
inline constexpr std::uint64_t allLanes = 0xffff;
inline constexpr std::uint64_t allLevels = std::uint64_t{0xffff}
                                           << WEFT_SAMPLER_HIGHEST_LEVEL_SHIFT;

/// What a routine takes and gives.
struct alignas(64) Request {
  std::array<std::array<std::uint32_t, lanes>, 4> coordinates{}, texels{};

  void setCoordinate(unsigned index, unsigned lane, float value) {
    coordinates[index][lane] = std::bit_cast<std::uint32_t>(value);
  }
  Request ofLane(unsigned lane) const {
    Request one;
    for (unsigned index = 0; index != 4; ++index) {
      one.coordinates[0][index] = coordinates[index][lane];
      one.texels[0][index] = texels[index][lane];
    }
    return one;
  }
  std::array<std::uint32_t, 4> texelOf(unsigned lane) const {
    return {texels[0][lane], texels[1][lane], texels[2][lane], texels[3][lane]};
  }
};

} // namespace weft::test
