// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/native.h"

#include <cstring>

namespace weft::bench::native {

void scale(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last) {
#pragma omp simd
  for (std::size_t i = first * n; i < last * n; ++i)
    out[i] = 2 * in[i] + 1;
}

void window(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    float *to = out + row * n;
    if (row < 2 || row >= n - 2) {
      std::memset(to, 0, n * sizeof(float));
      continue;
    }
    const float *from = in + (row - 2) * n;
    to[0] = to[1] = to[n - 2] = to[n - 1] = 0;
#pragma omp simd
    for (std::size_t x = 2; x < n - 2; ++x) {
      float sum = 0;
      for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j)
          sum += from[i * n + x + j - 2];
      to[x] = sum;
    }
  }
}

void mirror(const float *in, float *out, std::size_t n, std::size_t columns, std::size_t first,
            std::size_t last) {
  for (std::size_t start = first * n; start < last * n; start += columns)
#pragma omp simd
    for (std::size_t i = 0; i < columns; ++i)
      out[start + i] = in[start + i] + in[start + columns - 1 - i];
}

} // namespace weft::bench::native
