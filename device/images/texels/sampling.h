// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads with a sampler from images of up to three dimensions, and from arrays of them.
#pragma once

#include "device/images/texels/addressing.h"
#include "device/images/texels/formats.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

/// The shape of an image: its dimensions, and whether it is an array.
template <int spatialDimensions, bool hasLayers> struct Shape {
  static constexpr int dimensions = spatialDimensions;
  static constexpr bool isArray = hasLayers;
};

/// Coordinate or component `index` of all N work-items, as passed to a routine.
template <int N> inline Words<N> lanesAt(const std::uint32_t *values, int index) {
  return loadFrom<Words<N>>(values + (N == 1 ? index : index * WEFT_IMAGE_LANES));
}

/// The same, with the inactive work-items' values replaced by that of the first active one, so that
/// nothing depends on them and they read no other memory.
template <int N>
inline Words<N> coordinatesAt(const std::uint32_t *values, int index, std::uint64_t active) {
  const Words<N> all = lanesAt<N>(values, index);
  if (N == 1 || (active & 0xffff) == 0xffff)
    return all;
  const Words<N> first = values[index * WEFT_IMAGE_LANES + __builtin_ctzll(active | 1u << 15)];
  return choose<N>(maskOf<N>(active), all, first);
}

template <int N> inline void give(std::uint32_t *values, const Texels<N> &texels) {
#pragma unroll
  for (int index = 0; index != 4; ++index)
    storeTo(values + (N == 1 ? index : index * WEFT_IMAGE_LANES), texels.component[index]);
}

template <int N> inline Texels<N> texelsAt(const std::uint32_t *values) {
  Texels<N> texels;
#pragma unroll
  for (int index = 0; index != 4; ++index)
    texels.component[index] = lanesAt<N>(values, index);
  return texels;
}

inline std::uint32_t sizeOf(const weft_image_level &level, int dimension) {
  return dimension == 0 ? level.width : dimension == 1 ? level.height : level.depth;
}

template <class Offset, int N> inline Lanes<Offset, N> asOffsets(Ints<N> values) {
  return __builtin_convertvector(wordsOf<N>(values), Lanes<Offset, N>);
}

/// The distance in bytes of neighbours in a dimension.
template <class Format>
inline Format::Offset pitchOf(const Format &format, const weft_image_level &level, int dimension) {
  using Offset = Format::Offset;
  return static_cast<Offset>(dimension == 0   ? format.texelBytes()
                             : dimension == 1 ? level.row_pitch
                                              : level.slice_pitch);
}

template <class Format, int N>
inline Lanes<typename Format::Offset, N>
distance(const Format &format, const weft_image_level &level, int dimension, Ints<N> index) {
  using Offset = Format::Offset;
  return asOffsets<Offset, N>(index) * pitchOf(format, level, dimension);
}

template <class Format, int N>
inline Lanes<typename Format::Offset, N>
layerDistance(const Format &format, const weft_image_level &level, Ints<N> layer) {
  constexpr int sliceDimension = 2;
  return distance<Format, N>(format, level, sliceDimension, layer);
}

/// Texels, or the border's value where `isInside` is not set.
template <Addressing addressing, class Format, int N>
inline Texels<N> load(const Format &format, const weft_image_level &level,
                      Lanes<typename Format::Offset, N> offsets, Ints<N> isInside) {
  Texels<N> texels = format.template load<N>(level.data, offsets);
  if constexpr (addressing == Addressing::Border) {
    const Words<N> alpha = format.borderAlpha();
#pragma unroll
    for (int index = 0; index != 4; ++index)
      texels.component[index] =
          choose<N>(isInside, texels.component[index], index == 3 ? alpha : Words<N>(0u));
  }
  return texels;
}

/// Linear filtering if all texels are inside the image, as almost always: the second texels follow
/// the first ones, so both are loaded together, at one offset per work-item. The sums equal those
/// of the general case.
template <class Format, class Shape> struct Interior {
  static constexpr int N = WEFT_IMAGE_LANES, rows = 1 << (Shape::dimensions - 1);
  using Offset = Format::Offset;
  using Weights = Floats<N>[2 * rows]; ///< of the first and the second texel of each row

  [[gnu::noinline]] static Texels<N> interpolate(const Format &format,
                                                 const weft_image_level &level,
                                                 Lanes<Offset, N> base,
                                                 const Places<N> (&places)[Shape::dimensions]) {
#pragma unroll
    for (int dimension = 0; dimension != Shape::dimensions; ++dimension)
      base += distance<Format, N>(format, level, dimension, places[dimension].first.index);
    Weights weights;
#pragma unroll
    for (int corner = 0; corner != 2 * rows; ++corner)
#pragma unroll
      for (int dimension = 0; dimension != Shape::dimensions; ++dimension) {
        const Floats<N> second = places[dimension].weight;
        const Floats<N> share = corner >> dimension & 1 ? second : 1.0F - second;
        weights[corner] = dimension == 0 ? share : weights[corner] * share;
      }
    const unsigned char *texels[rows];
#pragma unroll
    for (int row = 0; row != rows; ++row)
      texels[row] = level.data + (row & 1 ? pitchOf(format, level, 1) : 0) +
                    (row & 2 ? pitchOf(format, level, 2) : 0);
    if constexpr (Format::areWords)
      return addWords(texels, base, weights);
    else
      return add(format, texels, base, weights);
  }

private:
  static Texels<N> add(const Format &format, const unsigned char *const (&texels)[rows],
                       Lanes<Offset, N> offsets, const Weights &weights) {
    Floats<N> sum[4] = {0, 0, 0, 0};
#pragma unroll
    for (int row = 0; row != rows; ++row) {
      Texels<N> pair[2];
      format.template loadPairs<N>(texels[row], offsets, pair);
#pragma unroll
      for (int place = 0; place != 2; ++place)
#pragma unroll
        for (int index = 0; index != 4; ++index) {
          const Floats<N> part =
              floatsOf<N>(pair[place].component[index]) * weights[2 * row + place];
          sum[index] = row + place == 0 ? part : sum[index] + part;
        }
    }
    Texels<N> result;
#pragma unroll
    for (int index = 0; index != 4; ++index)
      result.component[index] = wordsOf<N>(sum[index]);
    return result;
  }

  // Texels of four floats are added up in memory order, and deinterleaved at the end.
  static Texels<N> addWords(const unsigned char *const (&texels)[rows], Lanes<Offset, N> offsets,
                            const Weights &weights) {
    Rows<N> sums;
#pragma unroll
    for (int first = 0; first != 4; ++first)
      sums.row[first] = everyFourthSum(texels, offsets, weights, first);
    return __builtin_bit_cast(Texels<N>, transposeBlocks<N>(sums));
  }

  // Of work-items `first`, first + 4 …
  static Words<N> everyFourthSum(const unsigned char *const (&texels)[rows],
                                 const Lanes<Offset, N> &offsets, const Weights &weights,
                                 int first) {
    Floats<N> sum = 0;
#pragma unroll
    for (int row = 0; row != rows; ++row) {
      const auto pairAt = [&](int number) {
        return loadFrom<Words<8>>(texels[row] + offsets[first + 4 * number]);
      };
      const Words<32> pairs =
          join<16>(join<8>(pairAt(0), pairAt(1)), join<8>(pairAt(2), pairAt(3)));
      constexpr auto before = [](int k) { return k / 4 * 8 + k % 4; };
      constexpr auto behind = [](int k) { return k / 4 * 8 + k % 4 + 4; };
      const Floats<N> part =
          floatsOf<N>(shuffle<N, before>(pairs, pairs)) * eachForFour(weights[2 * row], first);
      sum = row == 0 ? part : sum + part;
      sum +=
          floatsOf<N>(shuffle<N, behind>(pairs, pairs)) * eachForFour(weights[2 * row + 1], first);
    }
    return wordsOf<N>(sum);
  }

  // Elements first, first + 4 …, each four times.
  static Floats<N> eachForFour(const Floats<N> &values, int first) {
    Floats<N> result;
#pragma unroll
    for (int place = 0; place != N; ++place)
      result[place] = values[first + place / 4 * 4];
    return result;
  }
};

/// Reads from one level with a sampler.
template <class Format, class Shape, Addressing addressing, bool isLinear> struct Sampling {
  template <int N>
  static Texels<N> read(const weft_image &image, const weft_image_level &level,
                        std::uint64_t sampler, std::uint64_t active,
                        const std::uint32_t *coordinates) {
    using Offset = Format::Offset;
    const Format format(image);
    const bool isNormalized = (sampler & WEFT_SAMPLER_NORMALIZED) != 0;
    Lanes<Offset, N> base = Offset(0);
    if constexpr (Shape::isArray) {
      const Floats<N> layer = floatsOf<N>(coordinatesAt<N>(coordinates, Shape::dimensions, active));
      base = layerDistance<Format, N>(format, level, layerOf<N>(layer, image.layers));
    }
    const auto coordinate = [&](int dimension) {
      return floatsOf<N>(coordinatesAt<N>(coordinates, dimension, active));
    };
    if constexpr (!isLinear) {
      Ints<N> isInside = -1;
#pragma unroll
      for (int dimension = 0; dimension != Shape::dimensions; ++dimension) {
        const Place<N> place = nearest<addressing, N>(
            coordinate(dimension), Extent(sizeOf(level, dimension), isNormalized));
        base += distance<Format, N>(format, level, dimension, place.index);
        if constexpr (addressing == Addressing::Border)
          isInside &= place.isInside;
      }
      return load<addressing, Format, N>(format, level, base, isInside);
    } else {
      Places<N> places[Shape::dimensions];
#pragma unroll
      for (int dimension = 0; dimension != Shape::dimensions; ++dimension)
        places[dimension] = neighbours<addressing, N>(
            coordinate(dimension), Extent(sizeOf(level, dimension), isNormalized));
      if constexpr (N == WEFT_IMAGE_LANES && Format::hasPairs)
        if (areApart<N>(places))
          return Interior<Format, Shape>::interpolate(format, level, base, places);
      return interpolate<N>(format, level, base, places);
    }
  }

private:
  // Whether all work-items interpolate between adjacent texels.
  template <int N> static bool areApart(const Places<N> (&places)[Shape::dimensions]) {
    Ints<N> result = -1;
#pragma unroll
    for (int dimension = 0; dimension != Shape::dimensions; ++dimension)
      result &= places[dimension].second.index == places[dimension].first.index + 1;
    return allOf<N>(result);
  }

  template <int N>
  static Texels<N> interpolate(const Format &format, const weft_image_level &level,
                               Lanes<typename Format::Offset, N> base,
                               const Places<N> (&places)[Shape::dimensions]) {
    Floats<N> sum[4] = {0, 0, 0, 0};
    constexpr int corners = 1 << Shape::dimensions;
#pragma unroll
    for (int corner = 0; corner != corners; ++corner) {
      Lanes<typename Format::Offset, N> offsets = base;
      Ints<N> isInside = -1;
      Floats<N> weight = 1;
#pragma unroll
      for (int dimension = 0; dimension != Shape::dimensions; ++dimension) {
        const Places<N> &pair = places[dimension];
        const bool isSecond = corner >> dimension & 1;
        const Place<N> &place = isSecond ? pair.second : pair.first;
        const Floats<N> share = isSecond ? pair.weight : 1.0F - pair.weight;
        weight = dimension == 0 ? share : weight * share;
        offsets += distance<Format, N>(format, level, dimension, place.index);
        if constexpr (addressing == Addressing::Border)
          isInside &= place.isInside;
      }
      const Texels<N> texels = load<addressing, Format, N>(format, level, offsets, isInside);
#pragma unroll
      for (int index = 0; index != 4; ++index) {
        const Floats<N> part = floatsOf<N>(texels.component[index]) * weight;
        sum[index] = corner == 0 ? part : sum[index] + part;
      }
    }
    Texels<N> result;
#pragma unroll
    for (int index = 0; index != 4; ++index)
      result.component[index] = wordsOf<N>(sum[index]);
    return result;
  }
};

} // namespace weft::device::WEFT_IMAGE_LEVEL
