// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/floating_point.h"

#include <xmmintrin.h>

namespace weft::device {

std::uint64_t enterKernelFloatingPoint() noexcept {
  constexpr unsigned standard = 0x1f80; // MXCSR: all exceptions masked
  const unsigned before = _mm_getcsr();
  _mm_setcsr(standard);
  return before;
}

void leaveKernelFloatingPoint(std::uint64_t before) noexcept {
  _mm_setcsr(static_cast<unsigned>(before));
}

} // namespace weft::device
