// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/async/native.h"

#include <cstdint>
#include <cstring>
#include <immintrin.h>

namespace weft::bench {
namespace {

struct Bytes16 {
  std::uint64_t halves[2];
};

/// The compiler takes the memory for read and written.
void touch(void *memory) { asm volatile("" ::"r"(memory) : "memory"); }

template <class T>
void gather(T *__restrict to, const T *__restrict from, std::size_t count, std::size_t stride) {
  for (std::size_t i = 0; i < count; ++i)
    to[i] = from[i * stride];
}

template <class T>
void scatter(T *__restrict to, const T *__restrict from, std::size_t count, std::size_t stride) {
  for (std::size_t i = 0; i < count; ++i)
    to[i * stride] = from[i];
}

void gatherByInstruction([[maybe_unused]] const Work &work, [[maybe_unused]] unsigned char *to,
                         [[maybe_unused]] const unsigned char *from) {
#ifdef __AVX2__
  const int stride = static_cast<int>(work.stride);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i steps = _mm256_mullo_epi32(lanes, _mm256_set1_epi32(stride));
  const std::size_t width = 32 / work.element;
  for (std::size_t i = 0; i + width <= work.elements; i += width) {
    const unsigned char *at = from + i * work.stride * work.element;
    const __m256i values = work.element == 4
                               ? _mm256_i32gather_epi32(reinterpret_cast<const int *>(at), steps, 4)
                               : _mm256_i32gather_epi64(reinterpret_cast<const long long *>(at),
                                                        _mm256_castsi256_si128(steps), 8);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + i * work.element), values);
  }
#endif
}

template <class T>
void moveSpread(const Work &work, const unsigned char *from, unsigned char *to,
                unsigned char *tile) {
  if (work.movement == Movement::Gather)
    gather(reinterpret_cast<T *>(tile), reinterpret_cast<const T *>(from), work.elements,
           work.stride);
  else
    scatter(reinterpret_cast<T *>(to), reinterpret_cast<const T *>(tile), work.elements,
            work.stride);
}

void moveSpread(const Work &work, const unsigned char *from, unsigned char *to,
                unsigned char *tile) {
  switch (work.element) {
  case 1:
    return moveSpread<std::uint8_t>(work, from, to, tile);
  case 2:
    return moveSpread<std::uint16_t>(work, from, to, tile);
  case 4:
    return moveSpread<std::uint32_t>(work, from, to, tile);
  case 8:
    return moveSpread<std::uint64_t>(work, from, to, tile);
  default:
    return moveSpread<Bytes16>(work, from, to, tile);
  }
}

void stream(unsigned char *to, const unsigned char *from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 16)
    _mm_stream_si128(reinterpret_cast<__m128i *>(to + i),
                     _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + i)));
}

} // namespace

bool hasGatherInstruction([[maybe_unused]] const Work &work) {
#ifdef __AVX2__
  return work.movement == Movement::Gather && (work.element == 4 || work.element == 8);
#else
  return false;
#endif
}

void moveTiles(const Work &work, const unsigned char *from, unsigned char *to, unsigned char *tile,
               std::size_t first, std::size_t last) {
  const std::size_t span = work.spanBytes(), bytes = work.tileBytes();
  for (std::size_t i = first; i < last; ++i) {
    const unsigned char *source = from + i * span;
    unsigned char *target = to + i * span;
    switch (work.movement) {
    case Movement::In:
    case Movement::InOut:
    case Movement::InOutStreamed:
      std::memcpy(tile, source, bytes);
      touch(tile);
      if (work.movement == Movement::InOut)
        std::memcpy(target, tile, bytes);
      else if (work.movement == Movement::InOutStreamed)
        stream(target, tile, bytes);
      break;
    case Movement::Lines:
      for (std::size_t line = 0; line < work.stride; ++line)
        std::memcpy(tile + line * work.elements * work.element,
                    source + line * 2 * work.elements * work.element, work.elements * work.element);
      break;
    case Movement::GatherInstructions:
      gatherByInstruction(work, tile, source);
      break;
    default:
      moveSpread(work, source, target, tile);
    }
    touch(tile);
  }
  _mm_sfence();
}

} // namespace weft::bench
