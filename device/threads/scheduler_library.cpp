// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/scheduler_library.h"

#include <dlfcn.h>
#include <oneapi/tbb/version.h>

namespace weft::device {

SchedulerLibrary schedulerLibrary() {
  constexpr int leastInterface = 12080; // 2021.8
  Dl_info file{};
  const bool isKnown = dladdr(reinterpret_cast<void *>(&TBB_runtime_version), &file);
  return {TBB_runtime_version(), isKnown && file.dli_fname ? file.dli_fname : "",
          TBB_runtime_interface_version() >= leastInterface};
}

} // namespace weft::device
