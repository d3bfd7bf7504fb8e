// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/images/image_routines.h"

#include "device/arch/image_levels.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace weft::device {

namespace {

// Level 0 is the largest. Doubles, as a pitch may be any number.
bool isSmall(const weft_image &image) {
  const weft_image_level &level = image.levels[0];
  const double slices = static_cast<double>(std::max(level.depth, 1u)) * image.layers;
  const double bytes = static_cast<double>(level.slice_pitch) * (slices - 1) +
                       static_cast<double>(level.row_pitch) * level.height;
  return bytes <= std::numeric_limits<std::uint32_t>::max();
}

} // namespace

const void *imageRoutines(const weft_image &image) noexcept {
  return imageLevels().back()(image, isSmall(image));
}

std::size_t imageRoutinesOfLevels(const weft_image &image,
                                  std::span<const void *> routines) noexcept {
  std::size_t count = 0;
  for (RoutinesOf *level : imageLevels())
    if (count != routines.size())
      routines[count++] = level(image, isSmall(image));
  return count;
}

} // namespace weft::device
