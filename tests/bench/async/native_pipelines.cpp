// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/async/native.h"

#include <algorithm>
#include <cstring>
#include <emmintrin.h>

namespace weft::bench {
namespace {

constexpr std::size_t cacheLineFloats = 16;

// Tiles are multiples of so many floats.
typedef float Floats __attribute__((vector_size(64), aligned(4)));
constexpr std::size_t width = sizeof(Floats) / sizeof(float), chains = 4;

float sumOfTile(const float *tile, std::size_t floats, unsigned rounds) {
  Floats sums[chains] = {};
  for (std::size_t i = 0; i < floats; i += width * chains) {
    Floats values[chains];
    std::memcpy(values, tile + i, sizeof values);
    for (unsigned round = 0; round < rounds; ++round)
      for (Floats &value : values)
        value = value * value + 0.25f;
    for (std::size_t chain = 0; chain < chains; ++chain)
      sums[chain] += values[chain];
  }
  const Floats sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float total = 0;
  for (std::size_t lane = 0; lane < width; ++lane)
    total += sum[lane];
  return total;
}

void prefetchTile(const float *tile, std::size_t floats) {
  for (std::size_t i = 0; i < floats; i += cacheLineFloats)
    _mm_prefetch(reinterpret_cast<const char *>(tile + i), _MM_HINT_T0);
}

} // namespace

float pipeline(CopyAt moment, const float *from, float *buffers, std::size_t tiles,
               std::size_t floats, unsigned rounds) {
  const auto copy = [&](std::size_t tile) {
    std::memcpy(buffers + tile % 2 * floats, from + tile * floats, floats * sizeof(float));
  };
  if (moment != CopyAt::Wait)
    copy(0);
  float sum = 0;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    if (moment == CopyAt::Wait)
      copy(tile);
    if (tile + 1 < tiles) {
      if (moment == CopyAt::Wait)
        prefetchTile(from + (tile + 1) * floats, floats);
      else
        copy(tile + 1);
      if (moment == CopyAt::IssueAhead)
        prefetchTile(from + (tile + 2) * floats, floats);
    }
    sum += sumOfTile(buffers + tile % 2 * floats, floats, rounds);
  }
  return sum;
}

float computeOnly(const float *tile, std::size_t tiles, std::size_t floats, unsigned rounds) {
  float sum = 0;
  for (std::size_t i = 0; i < tiles; ++i) {
    sum += sumOfTile(tile, floats, rounds);
    asm volatile("" ::: "memory");
  }
  return sum;
}

std::uint32_t indirectSum(const std::uint32_t *index, const std::uint32_t *values,
                          std::size_t count, std::size_t ahead) {
  std::uint32_t sum = 0;
  if (ahead)
    for (std::size_t i = 0; i < count; ++i) {
      _mm_prefetch(reinterpret_cast<const char *>(values + index[i + ahead]), _MM_HINT_T0);
      sum += values[index[i]];
    }
  else
    for (std::size_t i = 0; i < count; ++i)
      sum += values[index[i]];
  return sum;
}

double dotProduct(const double *first, const double *second, std::size_t count) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i)
    sum += first[i] * second[i];
  return sum;
}

} // namespace weft::bench
