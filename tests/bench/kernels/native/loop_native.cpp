// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/lanes.h"
#include "tests/bench/kernels/native/native.h"

#include <cmath>

namespace weft::bench::native {

void mandelbrot(std::int32_t *counts, std::size_t width, std::size_t height, int limit,
                std::size_t first, std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    const float ci = -1.25f + 2.5f * static_cast<float>(row) / static_cast<float>(height);
    for (std::size_t column = 0; column < width; column += lanes) {
      const Ints ids = iota() + static_cast<std::int32_t>(column);
      const Floats cr =
          -2.0f + 2.5f * __builtin_convertvector(ids, Floats) / static_cast<float>(width);
      Floats r{}, i{};
      Ints count{};
      for (int steps = 0; steps < limit; ++steps) {
        const Ints live = r * r + i * i < 4.0f;
        if (!any(live))
          break;
        // A lane that has left stays outside: what becomes of its r and i does not matter.
        const Floats next = r * r - i * i + cr;
        i = live ? 2 * r * i + ci : i;
        r = live ? next : r;
        count -= live;
      }
      store(counts + row * width + column, count);
    }
  }
}

void collatz(std::uint32_t *longest, std::uint32_t base, unsigned limit, std::size_t first,
             std::size_t last) {
  for (std::size_t i = first * 16; i < last * 16; i += lanes) {
    Uints best{};
    for (std::uint32_t k = 0; k < 4; ++k) {
      const Uints start = 4 * ((Uints)iota() + static_cast<std::uint32_t>(i)) + (base + k);
      Uints value = start, steps{};
      const Ints taken = start % 3 != 0;
      for (unsigned step = 0; step < limit; ++step) {
        const Ints live = taken & (value != 1);
        if (!any(live))
          break;
        const Uints next = (value & 1) != 0 ? 3 * value + 1 : value >> 1;
        value = live ? next : value;
        steps -= (Uints)live;
      }
      best = steps > best ? steps : best;
    }
    store(longest + i, best);
  }
}

void nbody(const float *bodies, float *forces, std::size_t count, std::size_t first,
           std::size_t last) {
  for (std::size_t i = first * 16; i < last * 16; i += lanes) {
    Floats x, y, z, fx{}, fy{}, fz{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      x[lane] = bodies[4 * (i + lane)];
      y[lane] = bodies[4 * (i + lane) + 1];
      z[lane] = bodies[4 * (i + lane) + 2];
    }
    for (std::size_t other = 0; other < count; ++other) {
      const Floats dx = bodies[4 * other] - x, dy = bodies[4 * other + 1] - y,
                   dz = bodies[4 * other + 2] - z;
      const Floats square = dx * dx + dy * dy + dz * dz + 0.01f;
      const Floats inverse = 1.0f / __builtin_elementwise_sqrt(square);
      const Floats scale = bodies[4 * other + 3] * inverse * inverse * inverse;
      fx += dx * scale;
      fy += dy * scale;
      fz += dz * scale;
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float force[4] = {fx[lane], fy[lane], fz[lane], 0};
      std::memcpy(forces + 4 * (i + lane), force, sizeof force);
    }
  }
}

void matrixProduct(const float *a, const float *b, float *c, std::size_t size, std::size_t first,
                   std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    float *sums = c + row * size;
    std::memset(sums, 0, size * sizeof(float));
    for (std::size_t k = 0; k < size; ++k) {
      const float left = a[row * size + k];
      const float *right = b + k * size;
#pragma omp simd
      for (std::size_t column = 0; column < size; ++column)
        sums[column] += left * right[column];
    }
  }
}

void fmaChains(const float *in, float *out, unsigned rounds, std::size_t first, std::size_t last) {
  for (std::size_t i = first * 16; i < last * 16; i += lanes) {
    const Floats m = load<Floats>(in + i), half = Floats{} + 0.5f;
    Floats a = m, b = m + 1, c = m + 2, d = m + 3, e = m + 4, f = m + 5, g = m + 6, h = m + 7;
    for (unsigned round = 0; round < rounds; ++round) {
      a = __builtin_elementwise_fma(a, m, half);
      b = __builtin_elementwise_fma(b, m, half);
      c = __builtin_elementwise_fma(c, m, half);
      d = __builtin_elementwise_fma(d, m, half);
      e = __builtin_elementwise_fma(e, m, half);
      f = __builtin_elementwise_fma(f, m, half);
      g = __builtin_elementwise_fma(g, m, half);
      h = __builtin_elementwise_fma(h, m, half);
    }
    store(out + i, a + b + c + d + e + f + g + h);
  }
}

void xorshift(const std::uint32_t *in, std::uint32_t *out, unsigned rounds, std::size_t first,
              std::size_t last) {
  // Two vectors at once hide the latency of the multiplication.
  for (std::size_t i = first * 256; i < last * 256; i += 2 * lanes) {
    Uints x[2], y[2];
    for (int half = 0; half < 2; ++half) {
      x[half] = load<Uints>(in + i + half * lanes);
      y[half] = x[half] ^ 0x9e3779b9u;
    }
    for (unsigned round = 0; round < rounds; ++round)
      for (int half = 0; half < 2; ++half) {
        x[half] ^= x[half] << 13;
        x[half] ^= x[half] >> 17;
        x[half] ^= x[half] << 5;
        const Uints sum = y[half] + x[half];
        y[half] = (sum << 7 | sum >> 25) * 5;
      }
    for (int half = 0; half < 2; ++half)
      store(out + i + half * lanes, x[half] ^ y[half]);
  }
}

void divisions(const std::int32_t *a, const std::int32_t *b, std::int32_t *out, std::int32_t width,
               std::size_t first, std::size_t last) {
  // A quotient of two 32-bit integers is exact through double.
#pragma omp simd
  for (std::size_t i = first * 256; i < last * 256; ++i) {
    const auto id = static_cast<std::int32_t>(i);
    const auto row = static_cast<std::int32_t>(static_cast<double>(id) / width);
    const std::int32_t divisor = b[i], safe = divisor ? divisor : 1;
    const auto quotient = static_cast<std::int32_t>(static_cast<double>(a[i]) / safe);
    const std::int32_t more = quotient - (a[i] - quotient * safe);
    out[i] = (row ^ (id - row * width)) + (divisor ? more : 0);
  }
}

} // namespace weft::bench::native
