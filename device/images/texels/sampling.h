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

/// Coordinate or component `index` of all N work-items, as a routine gets it.
template <int N> inline Words<N> lanesAt(const std::uint32_t *values, int index) {
  return loadFrom<Words<N>>(values + (N == 1 ? index : index * WEFT_IMAGE_LANES));
}

/// The same, with active work-items only: the others have what the first active one has, so that
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

/// Texels, and the border's value where `isInside` is not set.
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
      return interpolate<N>(format, level, base, places);
    }
  }

private:
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
