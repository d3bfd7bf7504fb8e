// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clock of profiling, host timer, device timer and traces: CLOCK_MONOTONIC in nanoseconds.
#pragma once

#include <cstdint>
#include <ctime>

namespace weft {

inline std::uint64_t nanosecondsOf(clockid_t clock) noexcept {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

inline std::uint64_t monotonicNanoseconds() noexcept { return nanosecondsOf(CLOCK_MONOTONIC); }

/// The same clock at the last tick, some milliseconds ago: a fraction of the cost.
inline std::uint64_t coarseNanoseconds() noexcept { return nanosecondsOf(CLOCK_MONOTONIC_COARSE); }

/// Milliseconds since construction.
class Elapsed {
public:
  double milliseconds() const noexcept {
    return static_cast<double>(monotonicNanoseconds() - begin) / 1e6;
  }

private:
  std::uint64_t begin = monotonicNanoseconds();
};

} // namespace weft
