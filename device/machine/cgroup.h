// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the control groups of the process, and those around them, allow it. Both versions of cgroups
// are read.
#pragma once

#include <cstdint>
#include <string>

namespace weft::device {

struct CgroupLimits {
  std::uint64_t memoryBytes = UINT64_MAX; ///< UINT64_MAX: no limit
  double processors = 0;                  ///< CPU time per time; 0: no limit
};

/// `root` stands before /proc and /sys, for tests. What cannot be read limits nothing.
CgroupLimits readCgroupLimits(const std::string &root = "");

} // namespace weft::device
