// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// N texels as they lie in memory, and the words that they are made of.
//
// Work-items that access texels side by side, the common case, take one wide access; its words are
// sorted by shuffles. The others take one access for each texel.
#pragma once

#include "device/images/texels/lanes.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

/// The words of N texels of `bytes` bytes each; texels of less than 4 bytes have one, with zeros.
template <int bytes, int N> struct RawTexels {
  static constexpr int words = bytes < 4 ? 1 : bytes / 4;
  Words<N> word[words];
};

/// Whether the texels at these offsets follow each other.
template <int bytes, class Offset, int N> inline bool areConsecutive(Lanes<Offset, N> offsets) {
  const Lanes<Offset, N> expected = sequence<Offset, N>() * Offset(bytes) + offsets[0];
  return __builtin_reduce_and(offsets == expected) != 0;
}

template <int bytes> struct UnsignedOf;
template <> struct UnsignedOf<1> {
  using Type = std::uint8_t;
};
template <> struct UnsignedOf<2> {
  using Type = std::uint16_t;
};
template <> struct UnsignedOf<4> {
  using Type = std::uint32_t;
};

template <int bytes, int N> inline RawTexels<bytes, N> loadConsecutive(const unsigned char *from) {
  RawTexels<bytes, N> raw;
  if constexpr (bytes <= 4) {
    using Element = UnsignedOf<bytes>::Type;
    raw.word[0] = __builtin_convertvector(loadFrom<Lanes<Element, N>>(from), Words<N>);
  } else {
    constexpr int words = RawTexels<bytes, N>::words;
    const auto all = loadFrom<Lanes<std::uint32_t, words * N>>(from);
#pragma unroll
    for (int word = 0; word != words; ++word)
#pragma unroll
      for (int lane = 0; lane != N; ++lane)
        raw.word[word][lane] = all[lane * words + word];
  }
  return raw;
}

template <int bytes, int N>
inline void storeConsecutive(unsigned char *to, const RawTexels<bytes, N> &raw) {
  if constexpr (bytes <= 4) {
    using Element = UnsignedOf<bytes>::Type;
    storeTo(to, __builtin_convertvector(raw.word[0], Lanes<Element, N>));
  } else {
    constexpr int words = RawTexels<bytes, N>::words;
    Lanes<std::uint32_t, words * N> all;
#pragma unroll
    for (int word = 0; word != words; ++word)
#pragma unroll
      for (int lane = 0; lane != N; ++lane)
        all[lane * words + word] = raw.word[word][lane];
    storeTo(to, all);
  }
}

/// Texels of some size, copied as such.
template <int bytes> struct Texel {
  unsigned char byte[bytes];
};

/// All offsets are those of texels.
template <int bytes, class Offset, int N>
inline RawTexels<bytes, N> loadRaw(const unsigned char *base, Lanes<Offset, N> offsets) {
  if (N == 1 || areConsecutive<bytes, Offset, N>(offsets))
    return loadConsecutive<bytes, N>(base + offsets[0]);
  if constexpr (bytes <= 4) {
    using Element = UnsignedOf<bytes>::Type;
    RawTexels<bytes, N> raw = {};
#pragma unroll
    for (int lane = 0; lane != N; ++lane)
      raw.word[0][lane] = loadFrom<Element>(base + offsets[lane]);
    return raw;
  } else {
    alignas(64) unsigned char together[N * bytes];
#pragma unroll
    for (int lane = 0; lane != N; ++lane)
      storeTo(together + lane * bytes, loadFrom<Texel<bytes>>(base + offsets[lane]));
    return loadConsecutive<bytes, N>(together);
  }
}

/// Stores the texels of the work-items in the mask.
template <int bytes, class Offset, int N>
inline void storeRaw(unsigned char *base, Lanes<Offset, N> offsets, Ints<N> mask,
                     const RawTexels<bytes, N> &raw) {
  if (allOf<N>(mask) && (N == 1 || areConsecutive<bytes, Offset, N>(offsets)))
    return storeConsecutive<bytes, N>(base + offsets[0], raw);
  alignas(64) unsigned char together[N * bytes];
  storeConsecutive<bytes, N>(together, raw);
  for (int lane = 0; lane != N; ++lane)
    if (mask[lane])
      storeTo(base + offsets[lane], loadFrom<Texel<bytes>>(together + lane * bytes));
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
