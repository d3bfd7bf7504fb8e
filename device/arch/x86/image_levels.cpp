// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/image_levels.h"

namespace weft::device {

namespace v2 {
RoutinesOf routinesOf;
}
namespace v3 {
RoutinesOf routinesOf;
}
namespace v4 {
RoutinesOf routinesOf;
}

std::span<RoutinesOf *const> imageLevels() noexcept {
  static constexpr RoutinesOf *levels[] = {&v2::routinesOf, &v3::routinesOf, &v4::routinesOf};
  static const std::size_t count = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("x86-64-v4")   ? std::size_t{3}
           : __builtin_cpu_supports("x86-64-v3") ? std::size_t{2}
                                                 : std::size_t{1};
  }();
  return {levels, count};
}

} // namespace weft::device
