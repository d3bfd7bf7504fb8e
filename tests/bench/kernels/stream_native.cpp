// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/native.h"

#include <cmath>

namespace weft::bench::native {

void saxpy(const float *x, const float *y, float *z, float a, std::size_t n, unsigned shift,
           std::size_t first, std::size_t last) {
  for (std::size_t pass = first; pass < last; ++pass) {
    const std::size_t begin = (pass >> shift) * n, end = begin + n;
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i)
      z[i] = a * x[i] + y[i];
  }
}

void leftNeighbour(const float *x, float *y, std::size_t n, unsigned shift, std::size_t first,
                   std::size_t last) {
  for (std::size_t pass = first; pass < last; ++pass) {
    const std::size_t begin = (pass >> shift) * n, end = begin + n;
    y[begin] = x[begin];
#pragma omp simd
    for (std::size_t i = begin + 1; i < end; ++i)
      y[i] = x[i] + x[i - 1];
  }
}

void float4Length(const float *v, float *lengths, std::size_t n, unsigned shift, std::size_t first,
                  std::size_t last) {
  for (std::size_t pass = first; pass < last; ++pass) {
    const std::size_t begin = (pass >> shift) * n, end = begin + n;
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i)
      lengths[i] = std::sqrt(v[4 * i] * v[4 * i] + v[4 * i + 1] * v[4 * i + 1] +
                             v[4 * i + 2] * v[4 * i + 2] + v[4 * i + 3] * v[4 * i + 3]);
  }
}

void float4Axpy(const float *x, const float *y, float *z, float a, std::size_t n, unsigned shift,
                std::size_t first, std::size_t last) {
  saxpy(x, y, z, a, 4 * n, shift, first, last);
}

} // namespace weft::bench::native
