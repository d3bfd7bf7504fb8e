// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// N texels as stored in memory, and the words that they consist of.
//
// Contiguous accesses, the common case, are one wide access, whose words are reordered by shuffles.
// Others are one access per texel.
#pragma once

#include "device/images/texels/transpose.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

/// Whether the texels at these offsets are consecutive.
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
  if constexpr (bytes <= 4) {
    using Element = UnsignedOf<bytes>::Type;
    return {{__builtin_convertvector(loadFrom<Lanes<Element, N>>(from), Words<N>)}};
  } else if constexpr (N == 1) {
    return loadFrom<RawTexels<bytes, N>>(from);
  } else if constexpr (bytes == 8) {
    return sortPairs(loadFrom<Words<32>>(from));
  } else {
    return sortQuads(from);
  }
}

template <int bytes, int N>
inline void storeConsecutive(unsigned char *to, const RawTexels<bytes, N> &raw) {
  if constexpr (bytes <= 4) {
    using Element = UnsignedOf<bytes>::Type;
    storeTo(to, __builtin_convertvector(raw.word[0], Lanes<Element, N>));
  } else if constexpr (N == 1) {
    storeTo(to, raw);
  } else if constexpr (bytes == 8) {
    storeTo(to, mixPairs(raw));
  } else {
    mixQuads(raw, to);
  }
}

/// All offsets are valid texels.
template <int bytes, class Offset, int N>
inline RawTexels<bytes, N> loadScattered(const unsigned char *base, Lanes<Offset, N> offsets) {
  if constexpr (bytes <= 4) {
    using Element = UnsignedOf<bytes>::Type;
    RawTexels<bytes, N> raw = {};
#pragma unroll
    for (int lane = 0; lane != N; ++lane)
      raw.word[0][lane] = loadFrom<Element>(base + offsets[lane]);
    return raw;
  } else if constexpr (bytes == 8) {
    Lanes<std::uint64_t, N> texels = {};
#pragma unroll
    for (int lane = 0; lane != N; ++lane)
      texels[lane] = loadFrom<std::uint64_t>(base + offsets[lane]);
    return sortPairs(__builtin_bit_cast(Words<32>, texels));
  } else {
    return sortQuads([&](int texel) { return loadFrom<Words<4>>(base + offsets[texel]); });
  }
}

/// Two consecutive texels each.
template <int bytes, class Offset, int N>
inline void loadRawPairs(const unsigned char *base, Lanes<Offset, N> offsets,
                         RawTexels<bytes, N> (&pair)[2]) {
  if constexpr (bytes == 16) {
    pair[0] = loadScattered<bytes, Offset, N>(base, offsets);
    pair[1] = loadScattered<bytes, Offset, N>(base + bytes, offsets);
  } else {
    const auto both = loadScattered<2 * bytes, Offset, N>(base, offsets);
    constexpr int words = RawTexels<bytes, N>::words;
    if constexpr (bytes >= 4) {
#pragma unroll
      for (int word = 0; word != words; ++word) {
        pair[0].word[word] = both.word[word];
        pair[1].word[word] = both.word[words + word];
      }
    } else {
      pair[0].word[0] = both.word[0] & ((1u << 8 * bytes) - 1);
      pair[1].word[0] = both.word[0] >> std::uint32_t{8 * bytes};
    }
  }
}

template <int bytes, class Offset, int N>
inline RawTexels<bytes, N> loadRaw(const unsigned char *base, Lanes<Offset, N> offsets) {
  if constexpr (N == 1)
    return loadConsecutive<bytes, N>(base + offsets[0]);
  else if (areConsecutive<bytes, Offset, N>(offsets))
    return loadConsecutive<bytes, N>(base + offsets[0]);
  else
    return loadScattered<bytes, Offset, N>(base, offsets);
}

/// Texels of some size, copied as a unit.
template <int bytes> struct Texel {
  unsigned char byte[bytes];
};

/// Stores the texels of the work-items in the mask.
template <int bytes, class Offset, int N>
inline void storeRaw(unsigned char *base, Lanes<Offset, N> offsets, Ints<N> mask,
                     const RawTexels<bytes, N> &raw) {
  const bool areAll = allOf<N>(mask);
  if (areAll && (N == 1 || areConsecutive<bytes, Offset, N>(offsets)))
    return storeConsecutive<bytes, N>(base + offsets[0], raw);
  alignas(64) unsigned char texels[N * bytes];
  alignas(64) Offset places[N];
  storeConsecutive<bytes, N>(texels, raw);
  storeTo(places, offsets);
  for (std::uint32_t left = bitsOf<N>(mask); left; left &= left - 1) {
    const int lane = __builtin_ctz(left);
    storeTo(base + places[lane], loadFrom<Texel<bytes>>(texels + lane * bytes));
  }
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
