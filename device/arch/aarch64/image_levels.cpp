// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/image_levels.h"

namespace weft::device {

namespace neon {
RoutinesOf routinesOf;
}

std::span<RoutinesOf *const> imageLevels() noexcept {
  static constexpr RoutinesOf *levels[] = {&neon::routinesOf};
  return levels;
}

} // namespace weft::device
