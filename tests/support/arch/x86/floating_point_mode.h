// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread's floating-point environment.
#pragma once

#include <cstdint>
#include <xmmintrin.h>

namespace weft::test {

/// Without the exceptions that have been raised.
inline std::uint64_t floatingPointMode() { return _mm_getcsr() & ~0x3fu; }
inline void setFloatingPointMode(std::uint64_t mode) { _mm_setcsr(static_cast<unsigned>(mode)); }

/// Rounding to nearest, denormals kept, nothing trapped; and denormals zero, rounding up.
inline constexpr std::uint64_t usualMode = 0x1f80, oddMode = usualMode | 0x8040 | _MM_ROUND_UP;

} // namespace weft::test
