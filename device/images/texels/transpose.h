// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposes between texels of several words in memory order, and vectors with one word of each
// texel.
//
// By default, Clang moves the four words of 16 texels one by one. So the steps are written out
// here. Texels are loaded as blocks of vectors, and a 4 x 4 transposition within each block
// reorders their words. Stores of neighbours take two rounds of shuffles if the CPU has vectors of
// 16 words.
#pragma once

#include "device/images/texels/lanes.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

template <int... number> struct Numbers {};
template <class, int... number> using NumbersOf = Numbers<number...>;
template <int count> using NumbersBelow = __make_integer_seq<NumbersOf, int, count>;

/// Element k is element source(k) of both vectors, of which the first has those below N.
template <int count, auto source, int N> inline Words<count> shuffle(Words<N> a, Words<N> b) {
  return [&]<int... place>(Numbers<place...>) {
    return __builtin_shufflevector(a, b, source(place)...);
  }(NumbersBelow<count>());
}

template <int N> inline Words<2 * N> join(Words<N> a, Words<N> b) {
  return shuffle<2 * N, [](int k) { return k; }>(a, b);
}

/// Elements from `first` on.
template <int count, int first, int N> inline Words<count> part(Words<N> value) {
  return shuffle<count, [](int k) { return first + k; }>(value, value);
}

/// The words of N texels of `bytes` bytes each: element t of word[w] is word w of texel t. Texels
/// of less than 4 bytes have one word, with zeros.
template <int bytes, int N> struct RawTexels {
  static constexpr int words = bytes < 4 ? 1 : bytes / 4;
  Words<N> word[words];
};
using Pairs = RawTexels<8, 16>;
using Quads = RawTexels<16, 16>;

// --- Consecutive texels of two words.

inline Pairs sortPairs(Words<32> texels) {
  return {{shuffle<16, [](int k) { return 2 * k; }>(texels, texels),
           shuffle<16, [](int k) { return 2 * k + 1; }>(texels, texels)}};
}

inline Words<32> mixPairs(const Pairs &sorted) {
  return shuffle<32, [](int k) { return k / 2 + k % 2 * 16; }>(sorted.word[0], sorted.word[1]);
}

// --- Texels of four words, as blocks. A vector of W words has W / 4 of them.

/// The number of words in a vector on CPUs of this level.
#if defined(__AVX512F__)
constexpr int vectorWords = 16;
#elif defined(__AVX2__)
constexpr int vectorWords = 8;
#else
constexpr int vectorWords = 4;
#endif

template <int W> struct Rows {
  Words<W> row[4];
};

/// A shuffle index that is the same in each block: `source` selects among the block's elements of
/// both vectors.
template <int W> constexpr int inBlock(int place, const int (&source)[4]) {
  const int from = source[place % 4];
  return place / 4 * 4 + from % 4 + (from < 4 ? 0 : W);
}

/// Transposes the 4 x 4 words of each block; its own inverse.
template <int W> inline Rows<W> transposeBlocks(const Rows<W> &rows) {
  constexpr auto lowWords = [](int k) { return inBlock<W>(k, {0, 4, 1, 5}); };
  constexpr auto highWords = [](int k) { return inBlock<W>(k, {2, 6, 3, 7}); };
  constexpr auto lowPairs = [](int k) { return inBlock<W>(k, {0, 1, 4, 5}); };
  constexpr auto highPairs = [](int k) { return inBlock<W>(k, {2, 3, 6, 7}); };
  const Words<W> low = shuffle<W, lowWords>(rows.row[0], rows.row[1]);
  const Words<W> lowNext = shuffle<W, lowWords>(rows.row[2], rows.row[3]);
  const Words<W> high = shuffle<W, highWords>(rows.row[0], rows.row[1]);
  const Words<W> highNext = shuffle<W, highWords>(rows.row[2], rows.row[3]);
  return {{shuffle<W, lowPairs>(low, lowNext), shuffle<W, highPairs>(low, lowNext),
           shuffle<W, lowPairs>(high, highNext), shuffle<W, highPairs>(high, highNext)}};
}

/// W words with texelAt(first), texelAt(first + 4) …
template <int W, class TexelAt> inline Words<W> everyFourth(TexelAt texelAt, int first) {
  if constexpr (W == 4)
    return texelAt(first);
  else
    return join<W / 2>(everyFourth<W / 2>(texelAt, first),
                       everyFourth<W / 2>(texelAt, first + W / 2));
}

template <int W, int first, class TexelAt> inline Rows<W> sortBlocks(TexelAt texelAt) {
  Rows<W> rows;
#pragma unroll
  for (int index = 0; index != 4; ++index)
    rows.row[index] = everyFourth<W>(texelAt, first + index);
  return transposeBlocks<W>(rows);
}

/// texelAt(t) is texel t.
template <class TexelAt, int W = vectorWords> inline Quads sortQuads(TexelAt texelAt) {
  Quads sorted;
  if constexpr (W == 16) {
    const Rows<16> rows = sortBlocks<16, 0>(texelAt);
#pragma unroll
    for (int word = 0; word != 4; ++word)
      sorted.word[word] = rows.row[word];
  } else if constexpr (W == 8) {
    const Rows<8> low = sortBlocks<8, 0>(texelAt), high = sortBlocks<8, 8>(texelAt);
#pragma unroll
    for (int word = 0; word != 4; ++word)
      sorted.word[word] = join<8>(low.row[word], high.row[word]);
  } else {
    const Rows<4> a = sortBlocks<4, 0>(texelAt), b = sortBlocks<4, 4>(texelAt),
                  c = sortBlocks<4, 8>(texelAt), d = sortBlocks<4, 12>(texelAt);
#pragma unroll
    for (int word = 0; word != 4; ++word)
      sorted.word[word] =
          join<8>(join<4>(a.row[word], b.row[word]), join<4>(c.row[word], d.row[word]));
  }
  return sorted;
}

template <int W, int first> inline void mixBlocks(const Quads &sorted, unsigned char *to) {
  Rows<W> rows;
#pragma unroll
  for (int word = 0; word != 4; ++word)
    rows.row[word] = part<W, first>(sorted.word[word]);
  rows = transposeBlocks<W>(rows);
#pragma unroll
  for (int index = 0; index != 4; ++index) {
    storeTo(to + 16 * (first + index), part<4, 0>(rows.row[index]));
    if constexpr (W == 8)
      storeTo(to + 16 * (first + 4 + index), part<4, 4>(rows.row[index]));
  }
}

// --- Consecutive texels of four words.

inline Quads sortQuads(const unsigned char *from) {
  return sortQuads([&](int texel) { return loadFrom<Words<4>>(from + 16 * texel); });
}

inline void mixQuads(const Quads &sorted, unsigned char *to) {
  if constexpr (vectorWords == 16) {
    constexpr auto lowWords = [](int k) { return k / 2 + k % 2 * 16; };
    constexpr auto highWords = [](int k) { return k / 2 + k % 2 * 16 + 8; };
    constexpr auto lowPairs = [](int k) { return k / 4 * 2 + k % 2 + k % 4 / 2 * 16; };
    constexpr auto highPairs = [](int k) { return k / 4 * 2 + k % 2 + k % 4 / 2 * 16 + 8; };
    const auto &word = sorted.word;
    const Words<16> low = shuffle<16, lowWords>(word[0], word[1]);
    const Words<16> lowNext = shuffle<16, lowWords>(word[2], word[3]);
    const Words<16> high = shuffle<16, highWords>(word[0], word[1]);
    const Words<16> highNext = shuffle<16, highWords>(word[2], word[3]);
    storeTo(to, shuffle<16, lowPairs>(low, lowNext));
    storeTo(to + 64, shuffle<16, highPairs>(low, lowNext));
    storeTo(to + 128, shuffle<16, lowPairs>(high, highNext));
    storeTo(to + 192, shuffle<16, highPairs>(high, highNext));
  } else if constexpr (vectorWords == 8) {
    mixBlocks<8, 0>(sorted, to);
    mixBlocks<8, 8>(sorted, to);
  } else {
    mixBlocks<4, 0>(sorted, to);
    mixBlocks<4, 4>(sorted, to);
    mixBlocks<4, 8>(sorted, to);
    mixBlocks<4, 12>(sorted, to);
  }
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
