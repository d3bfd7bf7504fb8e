// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private arrays, switches, rows of different lengths, and updates of some elements of buffers that
// no cache holds.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <cmath>

namespace weft::bench {
namespace {

constexpr std::uint32_t count = 1 << 16;

Workload overElements(std::size_t elements = count) {
  Workload work;
  work.global = {elements};
  work.local = {64};
  work.units = elements / 256;
  return work;
}

const char *privateSource = R"(
kernel void uniformIndex(global const float *in, global float *out, uint rounds) {
  size_t i = get_global_id(0), n = get_global_size(0);
  float a[8];
  for (uint k = 0; k < 8; ++k)
    a[k] = in[k * n + i];
  for (uint round = 0; round < rounds; ++round)
    a[round * 5 & 7] += 0.5f * a[round * 3 & 7];
  float sum = 0;
  for (uint k = 0; k < 8; ++k)
    sum += a[k] * (k + 1);
  out[i] = sum;
}
kernel void divergentIndex(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint a[8];
  uint value = in[i];
  for (uint k = 0; k < 8; ++k)
    a[k] = value + k;
  for (uint round = 0; round < 16; ++round) {
    a[value & 7] += a[value >> 3 & 7];
    value = value * 1664525u + 1013904223u ^ value >> 9;
  }
  uint sum = 0;
  for (uint k = 0; k < 8; ++k)
    sum = sum * 3 + a[k];
  out[i] = sum;
})";

Workload privateUniform() {
  constexpr std::uint32_t rounds = 50;
  Workload work = overElements();
  work.buffers = {Buffer::input(randomValues<float>(8 * count, -1, 1)),
                  Buffer::output<float>(count)};
  work.values = {rounds};
  work.tolerance = 1e-4;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::privateUniform(b[0].as<float>(), b[1].as<float>(), count, rounds, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      float a[8], sum = 0;
      for (std::size_t k = 0; k < 8; ++k)
        a[k] = b[0].as<float>()[k * count + i];
      for (std::uint32_t round = 0; round < rounds; ++round)
        a[round * 5 & 7] += 0.5f * a[round * 3 & 7];
      for (std::size_t k = 0; k < 8; ++k)
        sum += a[k] * static_cast<float>(k + 1);
      b[1].as<float>()[i] = sum;
    }
  };
  return work;
}

Workload privateDivergent() {
  Workload work = overElements();
  work.buffers = {Buffer::input(randomValues<std::uint32_t>(count, 0, 4e9)),
                  Buffer::output<std::uint32_t>(count)};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::privateDivergent(b[0].as<std::uint32_t>(), b[1].as<std::uint32_t>(), first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t a[8], value = b[0].as<std::uint32_t>()[i], sum = 0;
      for (std::uint32_t k = 0; k < 8; ++k)
        a[k] = value + k;
      for (int round = 0; round < 16; ++round) {
        a[value & 7] += a[value >> 3 & 7];
        value = (value * 1664525u + 1013904223u) ^ (value >> 9);
      }
      for (const std::uint32_t element : a)
        sum = sum * 3 + element;
      b[1].as<std::uint32_t>()[i] = sum;
    }
  };
  return work;
}

const char *switchSource = R"(
kernel void cheap(global const int *in, global int *out) {
  size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  int value = in[i], result;
  switch (value & 3) {
  case 0:
    result = value * 3 + 1;
    break;
  case 1:
    result = (value >> 4) ^ value;
    break;
  case 2:
    result = value - 77;
    break;
  default:
    result = -value;
  }
  out[i] = result;
}
kernel void heavy(global const float *in, global const int *arms, global float *out, uint rounds) {
  size_t i = get_global_id(0);
  float x = in[i], y = x;
  switch (arms[i]) {
  case 0:
    for (uint k = 0; k < rounds; ++k)
      y = y * x + 0.25f;
    break;
  case 1:
    for (uint k = 0; k < rounds; ++k)
      y = sqrt(y * y + x);
    break;
  case 2:
    for (uint k = 0; k < rounds; ++k)
      y = fabs(y - x) * 0.75f + 0.5f;
    break;
  default:
    for (uint k = 0; k < rounds; ++k)
      y = x / (y + 1.5f);
  }
  out[i] = y;
})";

Workload cheapSwitch() {
  constexpr std::size_t elements = 1 << 20;
  Workload work = overElements(elements);
  work.global = {elements / 64, 64};
  work.local = {64, 1};
  work.buffers = {Buffer::input(randomValues<std::int32_t>(elements, -1e6, 1e6)),
                  Buffer::output<std::int32_t>(elements)};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::cheapSwitch(b[0].as<std::int32_t>(), b[1].as<std::int32_t>(), first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < elements; ++i) {
      const std::int32_t value = b[0].as<std::int32_t>()[i];
      const std::int32_t results[4] = {value * 3 + 1, (value >> 4) ^ value, value - 77, -value};
      b[1].as<std::int32_t>()[i] = results[value & 3];
    }
  };
  return work;
}

Workload heavySwitch() {
  constexpr std::uint32_t rounds = 16;
  Workload work = overElements();
  work.buffers = {Buffer::input(randomValues<float>(count, 0.1, 0.9)),
                  Buffer::input(randomValues<std::int32_t>(count + 1, 0, 4)),
                  Buffer::output<float>(count)};
  work.values = {rounds};
  work.tolerance = 1e-4;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::heavySwitch(b[0].as<float>(), b[1].as<std::int32_t>(), b[2].as<float>(), rounds, first,
                        last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < count; ++i) {
      const float x = b[0].as<float>()[i];
      float y = x;
      for (std::uint32_t k = 0; k < rounds; ++k) {
        const float next[4] = {y * x + 0.25f, std::sqrt(y * y + x), std::fabs(y - x) * 0.75f + 0.5f,
                               x / (y + 1.5f)};
        y = next[b[1].as<std::int32_t>()[i]];
      }
      b[2].as<float>()[i] = y;
    }
  };
  return work;
}

const char *sparseSource = R"(
kernel void multiply(global const uint *starts, global const uint *columns,
                     global const float *values, global const float *x, global float *y) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint i = starts[row]; i < starts[row + 1]; ++i)
    sum += values[i] * x[columns[i]];
  y[get_global_id(1) * get_global_size(0) + row] = sum;
})";

Workload sparseProduct() {
  constexpr std::size_t rows = 1 << 12, repeats = 32;
  std::vector<std::uint32_t> starts = {0}, columns;
  for (const std::uint32_t length : randomValues<std::uint32_t>(rows, 0, 33))
    starts.push_back(starts.back() + length);
  for (const std::uint32_t column : randomValues<std::uint32_t>(starts.back(), 0, rows))
    columns.push_back(column);
  Workload work;
  work.buffers = {Buffer::input(starts), Buffer::input(columns),
                  Buffer::input(randomValues<float>(columns.size(), -1, 1)),
                  Buffer::input(randomValues<float>(rows + 1, -1, 1)),
                  Buffer::output<float>(rows * repeats)};
  work.global = {rows, repeats};
  work.local = {64, 1};
  work.units = rows * repeats;
  work.tolerance = 1e-4;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::sparseProduct(b[0].as<std::uint32_t>(), b[1].as<std::uint32_t>(), b[2].as<float>(),
                          b[3].as<float>(), b[4].as<float>(), rows, first, last);
  };
  work.reference = [](Buffers &b) {
    const std::uint32_t *starts = b[0].as<std::uint32_t>();
    for (std::size_t at = 0; at < rows * repeats; ++at) {
      double sum = 0;
      for (std::uint32_t i = starts[at % rows]; i < starts[at % rows + 1]; ++i)
        sum += double(b[2].as<float>()[i]) * b[3].as<float>()[b[1].as<std::uint32_t>()[i]];
      b[4].as<float>()[at] = static_cast<float>(sum);
    }
  };
  return work;
}

const char *chosenSource = R"(
kernel void axpy(global const int *chosen, global const float *x, global const float *y,
                 global float *z, float a) {
  size_t i = get_global_id(0);
  if (chosen[i])
    z[i] = a * x[i] + y[i];
})";

Workload axpyOfChosen() {
  constexpr std::size_t elements = 1 << 22;
  Workload work = overElements(elements);
  work.buffers = {Buffer::input(randomValues<std::int32_t>(elements, 0, 2)),
                  Buffer::input(randomValues<float>(elements, -1, 1)),
                  Buffer::input(randomValues<float>(elements, 2, 3)),
                  Buffer::output<float>(elements)};
  work.values = {2.5f};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::axpyOfChosen(b[0].as<std::int32_t>(), b[1].as<float>(), b[2].as<float>(),
                         b[3].as<float>(), 2.5f, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t i = 0; i < elements; ++i)
      if (b[0].as<std::int32_t>()[i])
        b[3].as<float>()[i] = 2.5f * b[1].as<float>()[i] + b[2].as<float>()[i];
  };
  return work;
}

} // namespace

std::vector<Case> divergenceCases() {
  return {
      {"axpy of chosen elements", chosenSource, "axpy", axpyOfChosen, 2, 0.85},
      {"sparse product", sparseSource, "multiply", sparseProduct, 0.95, 0.9},
      {"private uniform index", privateSource, "uniformIndex", privateUniform, 3, 0.7},
      {"private divergent index", privateSource, "divergentIndex", privateDivergent, 0.95, 0.7},
      {"switch cheap arms", switchSource, "cheap", cheapSwitch, 3, 0.7},
      {"switch heavy arms", switchSource, "heavy", heavySwitch, 1.8, 0.7},
  };
}

} // namespace weft::bench
