// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Glibc has vector functions for AArch64 since 2.38, after the oldest system that Weft is built
// for; here each lane calls the C library's function.
#pragma once

#include "tests/bench/kernels/lanes.h"

#include <cmath>

namespace weft::bench::native {

template <class Function> Floats ofEachLane(Function function, Floats x) {
  for (std::size_t lane = 0; lane < lanes; ++lane)
    x[lane] = function(x[lane]);
  return x;
}
template <class Function> Floats ofEachLane(Function function, Floats x, Floats y) {
  for (std::size_t lane = 0; lane < lanes; ++lane)
    x[lane] = function(x[lane], y[lane]);
  return x;
}

inline Floats vectorExp(Floats x) { return ofEachLane(::expf, x); }
inline Floats vectorLog(Floats x) { return ofEachLane(::logf, x); }
inline Floats vectorSin(Floats x) { return ofEachLane(::sinf, x); }
inline Floats vectorCos(Floats x) { return ofEachLane(::cosf, x); }
inline Floats vectorTanh(Floats x) { return ofEachLane(::tanhf, x); }
inline Floats vectorPow(Floats x, Floats y) { return ofEachLane(::powf, x, y); }
inline Floats vectorAtan2(Floats y, Floats x) { return ofEachLane(::atan2f, y, x); }

} // namespace weft::bench::native
