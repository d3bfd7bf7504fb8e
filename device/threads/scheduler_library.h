// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which oneTBB this process has: Weft's dependency, or one that the host loaded before.
#pragma once

#include <string>

namespace weft::device {

struct SchedulerLibrary {
  std::string version; ///< such as 2021.8.0
  std::string path;    ///< of the file; empty where unknown
  bool isNewEnough;    ///< at least 2021.8
};

/// Throws bad_alloc.
SchedulerLibrary schedulerLibrary();

} // namespace weft::device
