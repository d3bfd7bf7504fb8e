// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The floating-point environment of kernels.
#pragma once

#include <cstdint>

namespace weft::device {

/// Puts the calling thread into the environment that kernels expect, whatever the host has set:
/// rounding to nearest, denormals kept, no traps. Returns what was set.
std::uint64_t enterKernelFloatingPoint() noexcept;
void leaveKernelFloatingPoint(std::uint64_t before) noexcept;

/// For as long as it lives.
class KernelFloatingPoint {
public:
  KernelFloatingPoint() : host(enterKernelFloatingPoint()) {}
  ~KernelFloatingPoint() { leaveKernelFloatingPoint(host); }
  KernelFloatingPoint(const KernelFloatingPoint &) = delete;
  KernelFloatingPoint &operator=(const KernelFloatingPoint &) = delete;

private:
  const std::uint64_t host;
};

} // namespace weft::device
