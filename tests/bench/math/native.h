// Elementary functions of float arrays by vector libraries, eight at a time.
#pragma once

#include <cstddef>
#include <span>

namespace weft::bench {

/// results[i] = f(x[i]) or f(x[i], y[i]); `count` is a multiple of 8.
using ArrayFunction = void (*)(const float *x, const float *y, float *results, std::size_t count);

struct NativeFunction {
  const char *name; ///< OpenCL C's
  ArrayFunction libmvec;
  ArrayFunction sleef; ///< of 1 ulp; null where SLEEF was not there at build time
};

std::span<const NativeFunction> nativeFunctions();

} // namespace weft::bench
