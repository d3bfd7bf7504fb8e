// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one clock of profiling, host timer and device timer: CLOCK_MONOTONIC in nanoseconds.
#pragma once

#include <cstdint>
#include <ctime>

namespace weft::icd {

inline std::uint64_t nowNanoseconds() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

} // namespace weft::icd
