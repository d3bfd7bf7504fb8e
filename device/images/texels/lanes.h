// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of N work-items, N being 16 or 1. All operations are elementwise, so that both give the
// same bits.
//
// Everything below `texels/` is compiled once for each CPU level, by Clang for its vector types. So
// nothing in it may have a name that the linker could merge with another level's: everything is in
// the namespace WEFT_IMAGE_LEVEL, and includes nothing of the C++ library that contains code.
#pragma once

#include "device/kernel_abi_image.h"

#include <cstdint>

namespace weft::device::WEFT_IMAGE_LEVEL {

template <class T, int N> using Lanes = T __attribute__((ext_vector_type(N)));
template <int N> using Floats = Lanes<float, N>;
template <int N> using Ints = Lanes<std::int32_t, N>;
template <int N> using Words = Lanes<std::uint32_t, N>;

/// The components of N texels, each the bits of a float, int or uint.
template <int N> struct Texels {
  Words<N> component[4];
};

/// 0, 1, 2 …
template <class T, int N> inline Lanes<T, N> sequence() {
  Lanes<T, N> result = {};
  for (int lane = 0; lane != N; ++lane)
    result[lane] = static_cast<T>(lane);
  return result;
}

template <int N> inline Words<N> wordsOf(Floats<N> value) {
  return __builtin_bit_cast(Words<N>, value);
}
template <int N> inline Words<N> wordsOf(Ints<N> value) {
  return __builtin_bit_cast(Words<N>, value);
}
template <int N> inline Floats<N> floatsOf(Words<N> value) {
  return __builtin_bit_cast(Floats<N>, value);
}
template <int N> inline Ints<N> intsOf(Words<N> value) {
  return __builtin_bit_cast(Ints<N>, value);
}

/// Elements of `yes` where the mask is all ones, and of `no` where it is zero.
template <int N> inline Words<N> choose(Ints<N> mask, Words<N> yes, Words<N> no) {
  return mask ? yes : no;
}

/// Clamped to the limits; NaN becomes the lower one.
template <int N> inline Floats<N> clamp(Floats<N> value, float lower, float upper) {
  const Floats<N> low = lower, high = upper;
  value = value > low ? value : low;
  return value < high ? value : high;
}

template <int N> inline Ints<N> clamp(Ints<N> value, std::int32_t lower, std::int32_t upper) {
  const Ints<N> low = lower, high = upper;
  return __builtin_elementwise_min(__builtin_elementwise_max(value, low), high);
}

/// All ones where 0 <= value < size.
template <int N> inline Ints<N> isWithin(Ints<N> value, std::uint32_t size) {
  const Words<N> limit = size;
  return wordsOf<N>(value) < limit;
}

/// Bit k tells whether element k of the mask is all ones.
template <int N> inline std::uint32_t bitsOf(Ints<N> mask) {
  if constexpr (N == 1) {
    return mask[0] != 0;
  } else {
    using Bits = bool __attribute__((ext_vector_type(N)));
    return __builtin_bit_cast(std::uint16_t, __builtin_convertvector(mask < 0, Bits));
  }
}

template <int N> inline bool allOf(Ints<N> mask) {
  return bitsOf<N>(mask) == ~std::uint32_t{0} >> (32 - N);
}

/// All ones for active work-items.
template <int N> inline Ints<N> maskOf(std::uint64_t active) {
  const Words<N> bits = static_cast<std::uint32_t>(active);
  return (bits >> sequence<std::uint32_t, N>() & 1u) != 0u;
}

/// Unaligned loads and stores.
template <class T> inline T loadFrom(const void *address) {
  T value;
  __builtin_memcpy(&value, address, sizeof value);
  return value;
}
template <class T> inline void storeTo(void *address, T value) {
  __builtin_memcpy(address, &value, sizeof value);
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
