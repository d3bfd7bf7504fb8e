// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU affinity of threads, by operating-system index of the PUs.
#pragma once

#include "device/machine/topology.h"

#include <array>
#include <cstddef>

namespace weft::device {

/// A set of PUs in the Linux kernel's format; wide enough for any machine that Linux runs on.
class AffinityMask {
public:
  AffinityMask() = default;
  explicit AffinityMask(const ProcessingUnits &units);
  explicit AffinityMask(unsigned unit);

  /// The calling thread's mask; empty if it cannot be read.
  static AffinityMask ofThread();
  /// Binds the calling thread, through hwloc; false, without effect, if the system refuses.
  bool apply() const;

  bool contains(unsigned unit) const;
  ProcessingUnits units() const;

private:
  static constexpr std::size_t maxUnits = 8192;
  static constexpr std::size_t wordBits = 8 * sizeof(unsigned long);
  void add(unsigned unit);
  std::array<unsigned long, maxUnits / wordBits> words{};
};

} // namespace weft::device
