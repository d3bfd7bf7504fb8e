// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/lanes.h"
#include "tests/bench/kernels/native/native.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace weft::bench::native {

void reduction(const float *in, float *sums, std::size_t size, std::size_t groups,
               std::size_t first, std::size_t last) {
  for (std::size_t unit = first; unit < last; ++unit) {
    const std::size_t group = unit % groups;
    alignas(64) float tile[1024];
    std::memcpy(tile, in + group * size, size * sizeof(float));
    for (std::size_t width = size / 2; width > 0; width >>= 1) {
#pragma omp simd
      for (std::size_t i = 0; i < width; ++i)
        tile[i] += tile[i + width];
    }
    sums[group] = tile[0];
  }
}

void scan(const float *in, float *out, std::size_t size, std::size_t groups, unsigned shift,
          std::size_t first, std::size_t last) {
  for (std::size_t unit = first; unit < last; ++unit) {
    const std::size_t group = (unit / groups >> shift) * groups + unit % groups;
    alignas(64) float tiles[2][1024];
    std::memcpy(tiles[0], in + group * size, size * sizeof(float));
    std::size_t from = 0;
    for (std::size_t distance = 1; distance < size; distance <<= 1, from ^= 1) {
      const float *before = tiles[from];
      float *after = tiles[from ^ 1];
      std::memcpy(after, before, distance * sizeof(float));
#pragma omp simd
      for (std::size_t i = distance; i < size; ++i)
        after[i] = before[i] + before[i - distance];
    }
    std::memcpy(out + group * size, tiles[from], size * sizeof(float));
  }
}

void histogram(const std::uint8_t *in, std::uint32_t *bins, std::size_t first, std::size_t last) {
  for (std::size_t unit = first; unit < last; ++unit) {
    const std::uint8_t *from = in + unit * 16384;
    std::uint32_t mine[256] = {};
    for (std::size_t i = 0; i < 16384; ++i)
      ++mine[from[i]];
    for (std::size_t i = 0; i < 256; ++i)
      __atomic_fetch_add(&bins[i], mine[i], __ATOMIC_RELAXED);
  }
}

void compaction(const std::uint32_t *in, std::uint32_t *out, std::uint32_t *count,
                std::size_t first, std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; i += lanes) {
#ifdef __AVX512F__
    const __m512i values = _mm512_loadu_si512(in + i);
    const __mmask16 kept = _mm512_cmplt_epu32_mask(_mm512_and_si512(values, _mm512_set1_epi32(7)),
                                                   _mm512_set1_epi32(3));
    const auto number = static_cast<std::uint32_t>(__builtin_popcount(kept));
    // Compressing in a register and storing under a mask is quicker than compressing to memory.
    const __m512i packed = _mm512_maskz_compress_epi32(kept, values);
    const std::uint32_t at = __atomic_fetch_add(count, number, __ATOMIC_RELAXED);
    _mm512_mask_storeu_epi32(out + at, static_cast<__mmask16>((1u << number) - 1), packed);
#else
    const Uints values = load<Uints>(in + i);
    const Ints kept = (values & 7) < 3;
    unsigned bits = 0;
    for (unsigned lane = 0; lane < lanes; ++lane)
      bits |= static_cast<unsigned>(kept[lane] & 1) << lane;
    std::uint32_t at = __atomic_fetch_add(
        count, static_cast<std::uint32_t>(__builtin_popcount(bits)), __ATOMIC_RELAXED);
    for (; bits; bits &= bits - 1)
      out[at++] = in[i + static_cast<unsigned>(__builtin_ctz(bits))];
#endif
  }
}

} // namespace weft::bench::native
