// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/floating_point.h"

namespace weft::device {

std::uint64_t enterKernelFloatingPoint() noexcept {
  std::uint64_t before;
  asm volatile("mrs %0, fpcr" : "=r"(before));
  // A write takes tens of cycles on some cores, and hosts rarely change the mode.
  if (before != 0)
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
  return before;
}

void leaveKernelFloatingPoint(std::uint64_t before) noexcept {
  if (before != 0)
    asm volatile("msr fpcr, %0" : : "r"(before));
}

} // namespace weft::device
