// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that work together through local memory and atomics.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <algorithm>
#include <numeric>

namespace weft::bench {
namespace {

constexpr std::uint32_t groups = 256, repeats = 32;

const char *reductionSource = R"(
kernel void reduction(global const float *in, global float *sums) {
  local float tile[256];
  size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = 128; width > 0; width >>= 1) {
    if (l < width)
      tile[l] += tile[l + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
})";

Workload reduction() {
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(groups * 256, -1, 1)),
                  Buffer::output<float>(groups)};
  work.global = {groups * 256, repeats};
  work.local = {256, 1};
  work.units = groups * repeats;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::reduction(b[0].as<float>(), b[1].as<float>(), 256, groups, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t group = 0; group < groups; ++group) {
      const float *in = b[0].as<float>() + group * 256;
      b[1].as<float>()[group] = static_cast<float>(std::accumulate(in, in + 256, 0.0));
    }
  };
  return work;
}

// The data is slices of 16 groups. Dimension 1 goes over each slice several times before the next,
// so that threads do not write the same lines at the same time.
constexpr std::uint32_t sliceGroups = 16, shift = 3;

const char *scanSource = R"(
kernel void scan(global const float *in, global float *out, uint n, uint shift) {
  local float tile[2][256];
  size_t l = get_local_id(0), i = (get_global_id(1) >> shift) * n + get_global_id(0);
  uint from = 0;
  tile[0][l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < 256; distance <<= 1) {
    float value = tile[from][l];
    if (l >= distance)
      value += tile[from][l - distance];
    tile[1 - from][l] = value;
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tile[from][l];
})";

Workload scan() {
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(groups * 256, 0, 1)),
                  Buffer::output<float>(groups * 256)};
  work.values = {sliceGroups * 256, shift};
  work.global = {sliceGroups * 256, groups / sliceGroups << shift};
  work.local = {256, 1};
  work.units = groups << shift;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::scan(b[0].as<float>(), b[1].as<float>(), 256, sliceGroups, shift, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t group = 0; group < groups; ++group) {
      const float *in = b[0].as<float>() + group * 256;
      double sum = 0;
      for (std::size_t i = 0; i < 256; ++i)
        b[1].as<float>()[group * 256 + i] = static_cast<float>(sum += in[i]);
    }
  };
  return work;
}

// The same with locked atomics: each group's bins lie in global memory.
const char *histogramSource = R"(
kernel void histogram(global const uchar *in, global uint *bins, global uint *scratch) {
  local uint mine[256];
  size_t l = get_local_id(0), size = get_local_size(0);
  mine[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  in += get_group_id(0) * size * 64;
  for (uint k = 0; k < 64; ++k)
    atomic_inc(&mine[in[k * size + l]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[l], mine[l]);
}
kernel void locked(global const uchar *in, global uint *bins, global uint *scratch) {
  global uint *mine = scratch + get_group_id(0) * 256;
  size_t l = get_local_id(0), size = get_local_size(0);
  mine[l] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  in += get_group_id(0) * size * 64;
  for (uint k = 0; k < 64; ++k)
    atomic_inc(&mine[in[k * size + l]]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_add(&bins[l], mine[l]);
})";

Workload histogram() {
  constexpr std::size_t chunks = 128, chunkBytes = 16384;
  Workload work;
  work.buffers = {Buffer::input(randomValues<std::uint8_t>(chunks * chunkBytes, 0, 256)),
                  Buffer::output<std::uint32_t>(256),
                  Buffer::input(std::vector<std::uint32_t>(256 * chunks))};
  work.global = {chunks * 256};
  work.local = {256};
  work.units = chunks;
  work.counters = 1;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::histogram(b[0].as<std::uint8_t>(), b[1].as<std::uint32_t>(), first, last);
  };
  work.reference = [](Buffers &b) {
    for (const std::uint8_t value : b[0].all<std::uint8_t>())
      ++b[1].as<std::uint32_t>()[value];
  };
  return work;
}

const char *compactionSource = R"(
kernel void compaction(global const uint *in, global uint *out, global uint *count) {
  uint value = in[get_global_id(0)];
  if ((value & 7) < 3)
    out[atomic_inc(count)] = value;
})";

Workload compaction() {
  constexpr std::size_t elements = 1 << 20;
  Workload work;
  work.buffers = {Buffer::input(randomValues<std::uint32_t>(elements, 0, 4e9)),
                  Buffer::output<std::uint32_t>(elements), Buffer::output<std::uint32_t>(1)};
  work.global = {elements};
  work.local = {256};
  work.units = elements / 256;
  work.counters = 2;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::compaction(b[0].as<std::uint32_t>(), b[1].as<std::uint32_t>(), b[2].as<std::uint32_t>(),
                       first, last);
  };
  work.normalise = [](Buffers &b) { std::ranges::sort(b[1].all<std::uint32_t>()); };
  work.reference = [](Buffers &b) {
    for (const std::uint32_t value : b[0].all<std::uint32_t>())
      if ((value & 7) < 3)
        b[1].as<std::uint32_t>()[b[2].as<std::uint32_t>()[0]++] = value;
  };
  return work;
}

} // namespace

std::vector<Case> groupCases() {
  return {
      {"tree reduction", reductionSource, "reduction", reduction, 3.5, 0.7},
      {"scan", scanSource, "scan", scan, 2.5, 0.7},
      {"histogram", histogramSource, "histogram", histogram, 1.5, 0.8, "locked"},
      {"compaction", compactionSource, "compaction", compaction, 3, 0.7},
  };
}

} // namespace weft::bench
