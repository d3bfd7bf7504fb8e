// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From coordinates to the texels of one dimension (OpenCL C 6.15.15.1).
//
// The specification uses normalised coordinates u * size; others are multiplied by 1, so that one
// routine serves both. Before a coordinate becomes an integer, it is clamped close enough to the
// image that the conversion is defined, but stays outside if it was there; NaN counts as outside.
// So every resulting index is that of a texel.
#pragma once

#include "device/images/texels/lanes.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

enum class Addressing { Edge, Border, Repeat, Mirror };

/// Common to all texels of one dimension.
struct Extent {
  Extent(std::uint32_t size, bool isNormalized)
      : size(size), last(static_cast<std::int32_t>(size) - 1), length(static_cast<float>(size)),
        scale(isNormalized ? length : 1.0F) {}

  std::uint32_t size;
  std::int32_t last;
  float length;
  float scale;
};

/// One texel in one dimension.
template <int N> struct Place {
  Ints<N> index;
  Ints<N> isInside; ///< only with Addressing::Border
};

/// The two texels between which linear filtering interpolates.
template <int N> struct Places {
  Place<N> first, second;
  Floats<N> weight; ///< of the second; 1 - weight is that of the first
};

/// The coordinate in texels, at most two texels outside.
template <Addressing addressing, int N>
inline Floats<N> inTexels(Floats<N> coordinate, const Extent &extent) {
  if constexpr (addressing == Addressing::Repeat)
    coordinate = (coordinate - __builtin_elementwise_floor(coordinate)) * extent.length;
  else if constexpr (addressing == Addressing::Mirror)
    coordinate = __builtin_elementwise_abs(
                     coordinate - 2.0F * __builtin_elementwise_roundeven(0.5F * coordinate)) *
                 extent.length;
  else
    coordinate *= extent.scale;
  return clamp<N>(coordinate, -2.0F, extent.length + 2.0F);
}

template <Addressing addressing, int N>
inline Place<N> placeOf(Ints<N> index, const Extent &extent) {
  Place<N> place;
  if constexpr (addressing == Addressing::Border)
    place.isInside = isWithin<N>(index, extent.size);
  if constexpr (addressing == Addressing::Repeat) {
    const Ints<N> size = extent.last + 1;
    index = index < 0 ? index + size : index;
    index = index > extent.last ? index - size : index;
  }
  place.index = clamp<N>(index, 0, extent.last);
  return place;
}

/// The nearest texel.
template <Addressing addressing, int N>
inline Place<N> nearest(Floats<N> coordinate, const Extent &extent) {
  const Floats<N> below = __builtin_elementwise_floor(inTexels<addressing, N>(coordinate, extent));
  return placeOf<addressing, N>(__builtin_convertvector(below, Ints<N>), extent);
}

template <Addressing addressing, int N>
inline Places<N> neighbours(Floats<N> coordinate, const Extent &extent) {
  const Floats<N> place = inTexels<addressing, N>(coordinate, extent) - 0.5F;
  const Floats<N> below = __builtin_elementwise_floor(place);
  const Ints<N> index = __builtin_convertvector(below, Ints<N>);
  return {placeOf<addressing, N>(index, extent), placeOf<addressing, N>(index + 1, extent),
          place - below};
}

/// The layer of an array.
template <int N> inline Ints<N> layerOf(Floats<N> coordinate, std::uint32_t layers) {
  const float last = static_cast<float>(layers - 1);
  return __builtin_convertvector(__builtin_elementwise_roundeven(clamp<N>(coordinate, 0.0F, last)),
                                 Ints<N>);
}

} // namespace weft::device::WEFT_IMAGE_LEVEL
