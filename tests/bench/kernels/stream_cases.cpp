// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes over memory that stays in the first-level cache: saxpy with a guard at several local
// sizes, the left neighbour, float4 and float8 in array-of-structures form, steps of particles. The
// data is 64 slices; dimension 1 goes over each slice many times before the next.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <cmath>

namespace weft::bench {
namespace {

constexpr std::uint32_t sliceElements = 2048, slices = 64, shift = 7;
constexpr std::size_t passes = slices << shift;

const char *saxpySource = R"(
kernel void saxpy(global const float *x, global const float *y, global float *z, float a, uint n,
                  uint shift) {
  uint i = get_global_id(0);
  size_t slice = (get_global_id(1) >> shift) * n;
  if (i < n)
    z[slice + i] = a * x[slice + i] + y[slice + i];
})";

Workload saxpy(std::size_t local) {
  const std::size_t count = sliceElements * slices;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)),
                  Buffer::input(randomValues<float>(count, 2, 3)), Buffer::output<float>(count)};
  work.values = {2.5f, sliceElements, shift};
  work.global = {roundUp(sliceElements, local), passes};
  work.local = {local, 1};
  work.units = passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::saxpy(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), 2.5f, sliceElements, shift,
                  first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < sliceElements * slices; ++i)
      b[2].as<float>()[i] = 2.5f * b[0].as<float>()[i] + b[1].as<float>()[i];
  };
  return work;
}

const char *neighbourSource = R"(
kernel void neighbour(global const float *x, global float *y, uint n, uint shift) {
  uint i = get_global_id(0);
  size_t slice = (get_global_id(1) >> shift) * n;
  x += slice;
  y += slice;
  float sum = x[i];
  if (i > 0)
    sum += x[i - 1];
  y[i] = sum;
})";

Workload neighbour() {
  const std::size_t count = sliceElements * slices;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)), Buffer::output<float>(count)};
  work.values = {sliceElements, shift};
  work.global = {sliceElements, passes};
  work.local = {64, 1};
  work.units = passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::leftNeighbour(b[0].as<float>(), b[1].as<float>(), sliceElements, shift, first, last);
  };
  work.reference = [](Buffers &b) {
    const float *x = b[0].as<float>();
    for (std::size_t i = 0; i < sliceElements * slices; ++i)
      b[1].as<float>()[i] = i % sliceElements ? x[i] + x[i - 1] : x[i];
  };
  return work;
}

constexpr std::uint32_t vectors = 512;

const char *lengthSource = R"(
kernel void lengths(global const float4 *v, global float *out, uint n, uint shift) {
  size_t i = (get_global_id(1) >> shift) * n + get_global_id(0);
  out[i] = length(v[i]);
})";

Workload float4Length() {
  const std::size_t count = vectors * slices;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count * 4, -3, 3)),
                  Buffer::output<float>(count)};
  work.values = {vectors, shift};
  work.global = {vectors, passes};
  work.local = {64, 1};
  work.units = passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::float4Length(b[0].as<float>(), b[1].as<float>(), vectors, shift, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < vectors * slices; ++i) {
      double sum = 0;
      for (int part = 0; part < 4; ++part)
        sum += std::pow(b[0].as<float>()[4 * i + part], 2);
      b[1].as<float>()[i] = static_cast<float>(std::sqrt(sum));
    }
  };
  return work;
}

const char *axpySource = R"(
kernel void axpy(global const float4 *x, global const float4 *y, global float4 *z, float a, uint n,
                 uint shift) {
  size_t i = (get_global_id(1) >> shift) * n + get_global_id(0);
  z[i] = a * x[i] + y[i];
})";

Workload float4Axpy() {
  const std::size_t count = 4 * vectors * slices;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)),
                  Buffer::input(randomValues<float>(count, 2, 3)), Buffer::output<float>(count)};
  work.values = {2.5f, vectors, shift};
  work.global = {vectors, passes};
  work.local = {64, 1};
  work.units = passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::float4Axpy(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), 2.5f, vectors, shift,
                       first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < 4 * vectors * slices; ++i)
      b[2].as<float>()[i] = 2.5f * b[0].as<float>()[i] + b[1].as<float>()[i];
  };
  return work;
}

// Values with several uses, and constants that differ between components.
const char *particlesSource = R"(
kernel void particles(global const float4 *p, global const float4 *v, global float4 *place,
                      global float4 *speed, uint n, uint shift) {
  size_t i = (get_global_id(1) >> shift) * n + get_global_id(0);
  float4 s = v[i] + (float4)(0, 0.125f, -0.5f, 0);
  s = p[i] < 0.0f ? -s : s;
  speed[i] = s;
  place[i] = p[i] + s * 0.0625f;
})";

Workload float4Particles() {
  constexpr std::uint32_t particles = 256;
  const std::size_t count = 4 * particles * slices;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)),
                  Buffer::input(randomValues<float>(count, -2, 3)), Buffer::output<float>(count),
                  Buffer::output<float>(count)};
  work.values = {particles, shift};
  work.global = {particles, passes};
  work.local = {64, 1};
  work.units = passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::float4Particles(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), b[3].as<float>(),
                            particles, shift, first, last);
  };
  work.reference = [](Buffers &b) {
    constexpr float more[] = {0, 0.125f, -0.5f, 0};
    for (std::size_t i = 0; i < 4 * particles * slices; ++i) {
      const float p = b[0].as<float>()[i], sum = b[1].as<float>()[i] + more[i % 4];
      const float s = p < 0 ? -sum : sum;
      b[3].as<float>()[i] = s;
      b[2].as<float>()[i] = p + s * 0.0625f;
    }
  };
  return work;
}

// Components move between places of a record: a Walsh-Hadamard transform of eight numbers.
const char *butterflySource = R"(
kernel void butterfly(global const float8 *v, global float8 *out, uint n, uint shift) {
  size_t i = (get_global_id(1) >> shift) * n + get_global_id(0);
  float8 x = v[i];
  x = (float8)(x.lo + x.hi, x.lo - x.hi);
  x = (float8)(x.s01 + x.s23, x.s01 - x.s23, x.s45 + x.s67, x.s45 - x.s67);
  out[i] = (float8)(x.even + x.odd, x.even - x.odd);
})";

constexpr std::uint32_t records = 256;

void transform(const float *in, float *out) {
  double x[8], y[8];
  for (int k = 0; k < 4; ++k) {
    x[k] = double{in[k]} + double{in[k + 4]};
    x[k + 4] = double{in[k]} - double{in[k + 4]};
  }
  for (int half = 0; half < 8; half += 4)
    for (int k = half; k < half + 2; ++k) {
      y[k] = x[k] + x[k + 2];
      y[k + 2] = x[k] - x[k + 2];
    }
  for (int k = 0; k < 4; ++k) {
    out[k] = static_cast<float>(y[2 * k] + y[2 * k + 1]);
    out[k + 4] = static_cast<float>(y[2 * k] - y[2 * k + 1]);
  }
}

Workload float8Butterfly() {
  const std::size_t count = 8 * records * slices;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -3, 3)), Buffer::output<float>(count)};
  work.values = {records, shift};
  work.global = {records, passes};
  work.local = {64, 1};
  work.units = passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::float8Butterfly(b[0].as<float>(), b[1].as<float>(), records, shift, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < records * slices; ++i)
      transform(b[0].as<float>() + 8 * i, b[1].as<float>() + 8 * i);
  };
  return work;
}

} // namespace

std::vector<Case> streamCases() {
  return {
      {"saxpy 1", saxpySource, "saxpy", [] { return saxpy(1); }, 4, 0.9},
      {"saxpy 7", saxpySource, "saxpy", [] { return saxpy(7); }, 4, 0.9},
      {"saxpy 33", saxpySource, "saxpy", [] { return saxpy(33); }, 4, 0.9},
      {"saxpy 64", saxpySource, "saxpy", [] { return saxpy(64); }, 4, 0.9},
      {"saxpy 256", saxpySource, "saxpy", [] { return saxpy(256); }, 4, 0.9},
      {"left neighbour", neighbourSource, "neighbour", neighbour, 3, 0.8},
      {"float4 length", lengthSource, "lengths", float4Length, 2, 0.8},
      {"float4 axpy", axpySource, "axpy", float4Axpy, 1, 0.95},
      {"float4 particles", particlesSource, "particles", float4Particles, 1.4, 0.85},
      {"float8 butterfly", butterflySource, "butterfly", float8Butterfly, 1, 0.8},
  };
}

} // namespace weft::bench
