// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread's floating-point environment.
#pragma once

#include <cstdint>

namespace weft::test {

inline std::uint64_t floatingPointMode() {
  std::uint64_t mode;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}
inline void setFloatingPointMode(std::uint64_t mode) { asm volatile("msr fpcr, %0" : : "r"(mode)); }

/// Rounding to nearest, denormals kept, nothing trapped; and denormals zero, rounding up.
inline constexpr std::uint64_t usualMode = 0, oddMode = 1u << 24 | 1u << 22;

} // namespace weft::test
