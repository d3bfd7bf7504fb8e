// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The floating-point environment of kernels.
#pragma once

#include <cstdint>

namespace weft::device {

/// Sets the calling thread's environment to that of kernels, whatever the host has set: round to
/// nearest, preserve denormals, no traps. Returns the previous one.
std::uint64_t enterKernelFloatingPoint() noexcept;
void leaveKernelFloatingPoint(std::uint64_t before) noexcept;

/// RAII.
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
