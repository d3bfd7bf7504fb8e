// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementary functions of arrays by vector libraries, 32 bytes at a time, and scalar loops over
// integer functions.
#pragma once

#include <cstddef>
#include <span>

namespace weft::bench {

/// results[i] = f(x[i]) or f(x[i], y[i]); `count` is a multiple of 8.
template <class T>
using ArrayFunction = void (*)(const T *x, const T *y, T *results, std::size_t count);

template <class T> struct NativeFunction {
  const char *name; ///< OpenCL C's
  ArrayFunction<T> libmvec;
  ArrayFunction<T> sleef; ///< of 1 ulp; null where SLEEF was not there at build time
};

/// Of float or double.
template <class T> std::span<const NativeFunction<T>> nativeFunctions();

} // namespace weft::bench
