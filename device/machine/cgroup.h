// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The limits of the process's control groups and their ancestors. Supports both versions of
// cgroups.
#pragma once

#include <cstdint>
#include <string>

namespace weft::device {

struct CgroupLimits {
  std::uint64_t memoryBytes = UINT64_MAX; ///< UINT64_MAX: no limit
  double processors = 0;                  ///< CPU time per time; 0: no limit
};

/// `root` is prepended to /proc and /sys, for tests. Unreadable files impose no limit.
CgroupLimits readCgroupLimits(const std::string &root = "");

} // namespace weft::device
