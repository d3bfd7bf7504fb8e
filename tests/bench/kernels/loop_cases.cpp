// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that compute more than they move: divergent and uniform loops, all pairs, matrix
// products, and plain arithmetic.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace weft::bench {
namespace {

const char *mandelbrotSource = R"(
kernel void mandelbrot(global int *counts, int limit) {
  size_t column = get_global_id(0), row = get_global_id(1);
  float cr = -2.0f + 2.5f * column / get_global_size(0);
  float ci = -1.25f + 2.5f * row / get_global_size(1);
  float r = 0, i = 0;
  int count = 0;
  while (count < limit && r * r + i * i < 4.0f) {
    float next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
    ++count;
  }
  counts[row * get_global_size(0) + column] = count;
})";

Workload mandelbrot() {
  constexpr std::size_t width = 512, height = 256;
  constexpr int limit = 200;
  Workload work;
  work.buffers = {Buffer::output<std::int32_t>(width * height)};
  work.values = {limit};
  work.global = {width, height};
  work.local = {64, 1};
  work.units = height;
  work.mismatches = 0.01;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::mandelbrot(b[0].as<std::int32_t>(), width, height, limit, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t at = 0; at < width * height; ++at) {
      const float cr = -2.0f + 2.5f * float(at % width) / width;
      const float ci = -1.25f + 2.5f * float(at / width) / height;
      float r = 0, i = 0;
      int count = 0;
      for (; count < limit && r * r + i * i < 4.0f; ++count) {
        const float next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
      }
      b[0].as<std::int32_t>()[at] = count;
    }
  };
  return work;
}

const char *collatzSource = R"(
kernel void collatz(global uint *longest, uint base, uint limit) {
  uint best = 0, start = base + 4 * get_global_id(0);
  for (uint k = 0; k < 4; ++k) {
    uint value = start + k, steps = 0;
    if (value % 3 == 0)
      continue;
    while (true) {
      if (value == 1)
        break;
      value = value & 1 ? 3 * value + 1 : value >> 1;
      if (++steps == limit)
        break;
    }
    best = max(best, steps);
  }
  longest[get_global_id(0)] = best;
})";

Workload collatz() {
  constexpr std::uint32_t count = 1 << 15, base = 1000, limit = 150;
  Workload work;
  work.buffers = {Buffer::output<std::uint32_t>(count)};
  work.values = {base, limit};
  work.global = {count};
  work.local = {64};
  work.units = count / 16;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::collatz(b[0].as<std::uint32_t>(), base, limit, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t best = 0;
      for (std::uint32_t start = base + 4 * i; start < base + 4 * i + 4; ++start) {
        std::uint32_t value = start, steps = 0;
        for (; start % 3 != 0 && value != 1 && steps != limit; ++steps)
          value = value & 1 ? 3 * value + 1 : value >> 1;
        best = std::max(best, steps);
      }
      b[0].as<std::uint32_t>()[i] = best;
    }
  };
  return work;
}

const char *nbodySource = R"(
float3 pull(float4 mine, float4 other) {
  float3 d = other.xyz - mine.xyz;
  float inverse = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01f);
  return d * (other.w * inverse * inverse * inverse);
}
kernel void direct(global const float4 *bodies, global float4 *forces, uint count) {
  size_t i = get_global_id(0);
  float4 mine = bodies[i];
  float3 force = 0;
  for (uint other = 0; other < count; ++other)
    force += pull(mine, bodies[other]);
  forces[i] = (float4)(force, 0);
}
kernel void tiled(global const float4 *bodies, global float4 *forces, uint count) {
  local float4 tile[256];
  size_t i = get_global_id(0), l = get_local_id(0);
  float4 mine = bodies[i];
  float3 force = 0;
  for (uint first = 0; first < count; first += 256) {
    tile[l] = bodies[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint other = 0; other < 256; ++other)
      force += pull(mine, tile[other]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  forces[i] = (float4)(force, 0);
})";

Workload nbody() {
  constexpr std::uint32_t count = 2048;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(4 * count, 0, 1)),
                  Buffer::output<float>(4 * count)};
  work.values = {count};
  work.global = {count};
  work.local = {256};
  work.units = count / 16;
  work.tolerance = 1e-3;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::nbody(b[0].as<float>(), b[1].as<float>(), count, first, last);
  };
  work.reference = [](Buffers &b) {
    const float *bodies = b[0].as<float>();
    for (std::size_t i = 0; i < count; ++i) {
      double force[3] = {};
      for (std::size_t other = 0; other < count; ++other) {
        double d[3], square = 0.01;
        for (int part = 0; part < 3; ++part) {
          d[part] = double(bodies[4 * other + part]) - bodies[4 * i + part];
          square += d[part] * d[part];
        }
        for (int part = 0; part < 3; ++part)
          force[part] += d[part] * bodies[4 * other + 3] / (square * std::sqrt(square));
      }
      for (int part = 0; part < 4; ++part)
        b[1].as<float>()[4 * i + part] = part < 3 ? static_cast<float>(force[part]) : 0;
    }
  };
  return work;
}

const char *matrixSource = R"(
kernel void naive(global const float *a, global const float *b, global float *c, uint size) {
  size_t column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < size; ++k)
    sum += a[row * size + k] * b[k * size + column];
  c[row * size + column] = sum;
}
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void tiled(global const float *a, global const float *b, global float *c, uint size) {
  local float left[16][16], right[16][16];
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1);
  float sum = 0;
  for (uint first = 0; first < size; first += 16) {
    left[y][x] = a[row * size + first + x];
    right[y][x] = b[(first + y) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 16; ++k)
      sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * size + column] = sum;
})";

Workload matrixProduct(std::size_t localWidth, std::size_t localHeight) {
  constexpr std::uint32_t size = 256;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(size * size, -1, 1)),
                  Buffer::input(randomValues<float>(size * size + 1, -1, 1)),
                  Buffer::output<float>(size * size)};
  work.values = {size};
  work.global = {size, size};
  work.local = {localWidth, localHeight};
  work.units = size;
  work.tolerance = 1e-4;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::matrixProduct(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), size, first, last);
  };
  work.reference = [](Buffers &b) {
    const float *left = b[0].as<float>(), *right = b[1].as<float>();
    for (std::size_t row = 0; row < size; ++row)
      for (std::size_t column = 0; column < size; ++column) {
        double sum = 0;
        for (std::size_t k = 0; k < size; ++k)
          sum += double(left[row * size + k]) * right[k * size + column];
        b[2].as<float>()[row * size + column] = static_cast<float>(sum);
      }
  };
  return work;
}

const char *fmaSource = R"(
kernel void chains(global const float *in, global float *out, uint rounds) {
  size_t i = get_global_id(0);
  float m = in[i], a = m, b = m + 1, c = m + 2, d = m + 3, e = m + 4, f = m + 5, g = m + 6, h = m + 7;
  for (uint round = 0; round < rounds; ++round) {
    a = fma(a, m, 0.5f);
    b = fma(b, m, 0.5f);
    c = fma(c, m, 0.5f);
    d = fma(d, m, 0.5f);
    e = fma(e, m, 0.5f);
    f = fma(f, m, 0.5f);
    g = fma(g, m, 0.5f);
    h = fma(h, m, 0.5f);
  }
  out[i] = a + b + c + d + e + f + g + h;
})";

Workload fmaChains() {
  constexpr std::uint32_t count = 1 << 14, rounds = 512;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -0.9, 0.9)),
                  Buffer::output<float>(count)};
  work.values = {rounds};
  work.global = {count};
  work.local = {64};
  work.units = count / 16;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::fmaChains(b[0].as<float>(), b[1].as<float>(), rounds, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      const float m = b[0].as<float>()[i];
      float sum = 0;
      for (int chain = 0; chain < 8; ++chain) {
        float value = m + static_cast<float>(chain);
        for (std::uint32_t round = 0; round < rounds; ++round)
          value = std::fma(value, m, 0.5f);
        sum += value;
      }
      b[1].as<float>()[i] = sum;
    }
  };
  return work;
}

const char *xorshiftSource = R"(
kernel void scramble(global const uint *in, global uint *out, uint rounds) {
  size_t i = get_global_id(0);
  uint a = in[i], b = a ^ 0x9e3779b9u;
  for (uint round = 0; round < rounds; ++round) {
    a ^= a << 13;
    a ^= a >> 17;
    a ^= a << 5;
    b = rotate(b + a, 7u) * 5u;
  }
  out[i] = a ^ b;
})";

Workload xorshift() {
  constexpr std::uint32_t count = 1 << 16, rounds = 64;
  Workload work;
  work.buffers = {Buffer::input(randomValues<std::uint32_t>(count, 1, 4e9)),
                  Buffer::output<std::uint32_t>(count)};
  work.values = {rounds};
  work.global = {count};
  work.local = {64};
  work.units = count / 256;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::xorshift(b[0].as<std::uint32_t>(), b[1].as<std::uint32_t>(), rounds, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t x = b[0].as<std::uint32_t>()[i], y = x ^ 0x9e3779b9u;
      for (std::uint32_t round = 0; round < rounds; ++round) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        y = std::rotl(y + x, 7) * 5;
      }
      b[1].as<std::uint32_t>()[i] = x ^ y;
    }
  };
  return work;
}

const char *divisionSource = R"(
kernel void divisions(global const int *a, global const int *b, global int *out, int width) {
  int i = get_global_id(0), row = i / width, column = i % width, divisor = b[i];
  int result = row ^ column;
  if (divisor != 0)
    result += a[i] / divisor - a[i] % divisor;
  out[i] = result;
})";

Workload divisions() {
  constexpr std::int32_t count = 1 << 20, width = 1237;
  Workload work;
  work.buffers = {Buffer::input(randomValues<std::int32_t>(count, -1e9, 1e9)),
                  Buffer::input(randomValues<std::int32_t>(count + 1, -8, 8)),
                  Buffer::output<std::int32_t>(count)};
  work.values = {width};
  work.global = {count};
  work.local = {64};
  work.units = count / 256;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::divisions(b[0].as<std::int32_t>(), b[1].as<std::int32_t>(), b[2].as<std::int32_t>(),
                      width, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int32_t dividend = b[0].as<std::int32_t>()[i],
                         divisor = b[1].as<std::int32_t>()[i];
      std::int32_t result = (i / width) ^ (i % width);
      if (divisor)
        result += dividend / divisor - dividend % divisor;
      b[2].as<std::int32_t>()[i] = result;
    }
  };
  return work;
}

} // namespace

std::vector<Case> loopCases() {
  return {
      {"mandelbrot", mandelbrotSource, "mandelbrot", mandelbrot, 5, 0.9},
      {"collatz", collatzSource, "collatz", collatz, 3, 0.9},
      {"nbody direct", nbodySource, "direct", nbody, 6, 0.8},
      {"nbody tiled", nbodySource, "tiled", nbody, 6, 0.8},
      {"matrix naive", matrixSource, "naive", [] { return matrixProduct(64, 1); }, 6, 0.9},
      {"matrix tiled", matrixSource, "tiled", [] { return matrixProduct(16, 16); }, 5, 0.8},
      {"integer division", divisionSource, "divisions", divisions, 3, 0.7},
      {"fma peak", fmaSource, "chains", fmaChains, 6, 0.95},
      {"xorshift", xorshiftSource, "scramble", xorshift, 6, 0.9},
  };
}

} // namespace weft::bench
