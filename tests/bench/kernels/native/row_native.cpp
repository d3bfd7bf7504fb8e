// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/native/native.h"

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

void cross(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    float *to = out + row * n;
    if (row == 0 || row == n - 1) {
      std::memset(to, 0, n * sizeof(float));
      continue;
    }
    const float *from = in + row * n;
    to[0] = to[n - 1] = 0;
#pragma omp simd
    for (std::size_t x = 1; x < n - 1; ++x)
      to[x] = from[x - n] + from[x - 1] + from[x] + from[x + 1] + from[x + n];
  }
}

void sumRows(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last) {
  for (std::size_t row = first * 16; row < last * 16; ++row) {
    float sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += in[row * n + i];
    out[row] = sum;
  }
}

void sumColumns(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last) {
  for (std::size_t column = first * 16; column < last * 16; column += 16) {
    float sums[16] = {};
    for (std::size_t row = 0; row < n; ++row)
#pragma omp simd
      for (std::size_t i = 0; i < 16; ++i)
        sums[i] += in[row * n + column + i];
    std::memcpy(out + column, sums, sizeof sums);
  }
}

void volumeStencil(const float *in, float *out, std::size_t n, std::size_t first,
                   std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    const std::size_t y = row % n, z = row / n, plane = n * n;
    float *to = out + row * n;
    if (y == 0 || y == n - 1 || z == 0 || z == n - 1) {
      std::memset(to, 0, n * sizeof(float));
      continue;
    }
    const float *from = in + row * n;
    to[0] = to[n - 1] = 0;
#pragma omp simd
    for (std::size_t x = 1; x < n - 1; ++x)
      to[x] = from[x - 1] + from[x + 1] + from[x - n] + from[x + n] + from[x - plane] +
              from[x + plane] - 6 * from[x];
  }
}

void columnSums(const float *in, float *out, std::size_t n, std::size_t rows, std::size_t first,
                std::size_t last) {
  for (std::size_t top = first * rows; top < last * rows; top += rows)
    for (std::size_t column = 0; column < n; column += 16) {
      float sums[128][16];
      for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(sums[row], in + (top + row) * n + column, sizeof sums[row]);
      for (std::size_t step = rows / 2; step > 0; step /= 2)
        for (std::size_t row = 0; row < step; ++row)
#pragma omp simd
          for (std::size_t i = 0; i < 16; ++i)
            sums[row][i] += sums[row + step][i];
      for (std::size_t row = top; row < top + rows; ++row)
#pragma omp simd
        for (std::size_t i = 0; i < 16; ++i)
          out[row * n + column + i] = in[row * n + column + i] - sums[0][i];
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
