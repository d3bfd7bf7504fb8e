// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/lanes.h"
#include "tests/bench/kernels/native/native.h"

namespace weft::bench::native {

void axpyOfChosen(const std::int32_t *chosen, const float *x, const float *y, float *z, float a,
                  std::size_t first, std::size_t last) {
#pragma omp simd
  for (std::size_t i = first * 256; i < last * 256; ++i)
    if (chosen[i])
      z[i] = a * x[i] + y[i];
}

void privateUniform(const float *in, float *out, std::size_t count, unsigned rounds,
                    std::size_t first, std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; i += lanes) {
    Floats a[8], sum{};
    for (std::size_t k = 0; k < 8; ++k)
      a[k] = load<Floats>(in + k * count + i);
    for (unsigned round = 0; round < rounds; ++round)
      a[round * 5 & 7] += 0.5f * a[round * 3 & 7];
    for (std::size_t k = 0; k < 8; ++k)
      sum += a[k] * static_cast<float>(k + 1);
    store(out + i, sum);
  }
}

void privateDivergent(const std::uint32_t *in, std::uint32_t *out, std::size_t first,
                      std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; ++i) {
    std::uint32_t a[8], value = in[i], sum = 0;
    for (std::uint32_t k = 0; k < 8; ++k)
      a[k] = value + k;
    for (int round = 0; round < 16; ++round) {
      a[value & 7] += a[value >> 3 & 7];
      value = (value * 1664525u + 1013904223u) ^ (value >> 9);
    }
    for (const std::uint32_t element : a)
      sum = sum * 3 + element;
    out[i] = sum;
  }
}

void cheapSwitch(const std::int32_t *in, std::int32_t *out, std::size_t first, std::size_t last) {
#pragma omp simd
  for (std::size_t i = first * 256; i < last * 256; ++i) {
    const std::int32_t value = in[i], arm = value & 3;
    const std::int32_t even = arm == 0 ? value * 3 + 1 : value - 77;
    const std::int32_t odd = arm == 1 ? (value >> 4) ^ value : -value;
    out[i] = arm & 1 ? odd : even;
  }
}

void heavySwitch(const float *in, const std::int32_t *arms, float *out, unsigned rounds,
                 std::size_t first, std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; i += lanes) {
    const Floats x = load<Floats>(in + i);
    const Ints arm = load<Ints>(arms + i);
    Floats y[4] = {x, x, x, x};
    // Dependent chains of four kinds run beside each other.
    for (unsigned k = 0; k < rounds; ++k) {
      y[0] = y[0] * x + 0.25f;
      y[1] = __builtin_elementwise_sqrt(y[1] * y[1] + x);
      y[2] = __builtin_elementwise_abs(y[2] - x) * 0.75f + 0.5f;
      y[3] = x / (y[3] + 1.5f);
    }
    store(out + i, arm == 0 ? y[0] : arm == 1 ? y[1] : arm == 2 ? y[2] : y[3]);
  }
}

void sparseProduct(const std::uint32_t *starts, const std::uint32_t *columns, const float *values,
                   const float *x, float *y, std::size_t rows, std::size_t first,
                   std::size_t last) {
  for (std::size_t at = first; at < last; ++at) {
    const std::size_t row = at % rows;
    float sum = 0;
    for (std::uint32_t i = starts[row]; i < starts[row + 1]; ++i)
      sum += values[i] * x[columns[i]];
    y[at] = sum;
  }
}

} // namespace weft::bench::native
