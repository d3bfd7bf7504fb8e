// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half to float and back, rounded to nearest even; by instructions if this level has them.
#pragma once

#include "device/images/texels/lanes.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

#ifdef __F16C__

template <int N> inline Words<N> halfToFloat(Words<N> half) {
  using Bits = Lanes<std::uint16_t, N>;
  using Halves = Lanes<_Float16, N>;
  const auto halves = __builtin_bit_cast(Halves, __builtin_convertvector(half, Bits));
  return wordsOf<N>(__builtin_convertvector(halves, Floats<N>));
}

template <int N> inline Words<N> floatToHalf(Words<N> value) {
  using Bits = Lanes<std::uint16_t, N>;
  using Halves = Lanes<_Float16, N>;
  const auto halves = __builtin_convertvector(floatsOf<N>(value), Halves);
  return __builtin_convertvector(__builtin_bit_cast(Bits, halves), Words<N>);
}

#else

// A half's exponent and fraction are those of a float multiplied by a power of two, which also
// normalises subnormal halves; infinities and NaN get the largest exponent.
template <int N> inline Words<N> halfToFloat(Words<N> half) {
  constexpr float scale = 0x1p112F;
  constexpr std::uint32_t infinity = 0x7c00, exponent = 0x7f800000;
  const Words<N> magnitude = half & 0x7fffu;
  const Words<N> sign = (half & 0x8000u) << 16u;
  Words<N> result = wordsOf<N>(floatsOf<N>(magnitude << 13u) * scale);
  result = choose<N>(magnitude >= infinity, magnitude << 13u | exponent, result);
  // Quiet, like the NaN of the instruction.
  result = choose<N>(magnitude > infinity, result | 0x400000u, result);
  return result | sign;
}

// Adding half a unit in the last place kept, minus one if that is even, rounds; subnormal halves
// are multiples of 2^-24, which the sum with 0.5 rounds to.
template <int N> inline Words<N> floatToHalf(Words<N> value) {
  constexpr std::uint32_t infinity = 0x7f800000, tooLarge = 0x477ff000, minNormal = 0x38800000,
                          biases = (127u - 15u) << 23;
  const Words<N> magnitude = value & 0x7fffffffu;
  const Words<N> sign = value >> 16u & 0x8000u;
  const Words<N> odd = magnitude >> 13u & 1u;
  Words<N> result = (magnitude - biases + 0xfffu + odd) >> 13u;
  const Words<N> small =
      wordsOf<N>(floatsOf<N>(magnitude) + 0.5F) - __builtin_bit_cast(std::uint32_t, 0.5F);
  result = choose<N>(magnitude < minNormal, small, result);
  result = choose<N>(magnitude >= tooLarge, Words<N>(0x7c00u), result);
  const Words<N> nan = 0x7e00u | (magnitude >> 13u & 0x3ffu);
  result = choose<N>(magnitude > infinity, nan, result);
  return result | sign;
}

#endif

} // namespace weft::device::WEFT_IMAGE_LEVEL
