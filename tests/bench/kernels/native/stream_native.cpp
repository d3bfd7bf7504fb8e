// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/native/native.h"

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

void float4Particles(const float *p, const float *v, float *place, float *speed, std::size_t n,
                     unsigned shift, std::size_t first, std::size_t last) {
  using Vector [[gnu::vector_size(64), gnu::aligned(4)]] = float;
  constexpr std::size_t lanes = 16;
  const Vector more = {0, 0.125f, -0.5f, 0, 0, 0.125f, -0.5f, 0,
                       0, 0.125f, -0.5f, 0, 0, 0.125f, -0.5f, 0};
  for (std::size_t pass = first; pass < last; ++pass) {
    const std::size_t begin = (pass >> shift) * 4 * n, end = begin + 4 * n;
    for (std::size_t i = begin; i < end; i += lanes) {
      const Vector x = *reinterpret_cast<const Vector *>(p + i);
      const Vector sum = *reinterpret_cast<const Vector *>(v + i) + more;
      const Vector s = x < 0 ? -sum : sum;
      *reinterpret_cast<Vector *>(speed + i) = s;
      *reinterpret_cast<Vector *>(place + i) = x + s * 0.0625f;
    }
  }
}

void float8Butterfly(const float *v, float *out, std::size_t n, unsigned shift, std::size_t first,
                     std::size_t last) {
  for (std::size_t pass = first; pass < last; ++pass) {
    const std::size_t begin = (pass >> shift) * n, end = begin + n;
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) {
      const float *x = v + 8 * i;
      float *y = out + 8 * i;
      const float a0 = x[0] + x[4], a1 = x[1] + x[5], a2 = x[2] + x[6], a3 = x[3] + x[7];
      const float a4 = x[0] - x[4], a5 = x[1] - x[5], a6 = x[2] - x[6], a7 = x[3] - x[7];
      const float b0 = a0 + a2, b1 = a1 + a3, b2 = a0 - a2, b3 = a1 - a3;
      const float b4 = a4 + a6, b5 = a5 + a7, b6 = a4 - a6, b7 = a5 - a7;
      y[0] = b0 + b1;
      y[1] = b2 + b3;
      y[2] = b4 + b5;
      y[3] = b6 + b7;
      y[4] = b0 - b1;
      y[5] = b2 - b3;
      y[6] = b4 - b5;
      y[7] = b6 - b7;
    }
  }
}

} // namespace weft::bench::native
