// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes of texels by integer coordinates.
//
// Neighbours in a row, the common case, need no per-texel arithmetic: inside the image, their
// texels are contiguous.
#pragma once

#include "device/images/texels/sampling.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

/// The last coordinate of an array is its layer.
template <class Shape> constexpr int coordinatesOf = Shape::dimensions + Shape::isArray;

template <class Shape>
inline std::uint32_t extentOf(const weft_image &image, const weft_image_level &level,
                              int coordinate) {
  return coordinate == Shape::dimensions ? image.layers : sizeOf(level, coordinate);
}

template <class Format, class Shape> struct Access {
  /// Outside the image: the nearest texel (Edge), or the border.
  template <Addressing addressing, int N>
  static Texels<N> read(const weft_image &image, std::uint64_t active,
                        const std::uint32_t *coordinates) {
    const Format format(image);
    const weft_image_level &level = image.levels[0];
    Lanes<typename Format::Offset, N> offsets = typename Format::Offset(0);
    Ints<N> isInside = -1;
#pragma unroll
    for (int number = 0; number != coordinatesOf<Shape>; ++number) {
      const bool isLayer = number == Shape::dimensions;
      const std::uint32_t size = extentOf<Shape>(image, level, number);
      const Ints<N> coordinate = intsOf<N>(coordinatesAt<N>(coordinates, number, active));
      if (addressing == Addressing::Border && !isLayer)
        isInside &= isWithin<N>(coordinate, size);
      const Ints<N> index = clamp<N>(coordinate, 0, static_cast<std::int32_t>(size - 1));
      offsets += isLayer ? layerDistance<Format, N>(format, level, index)
                         : distance<Format, N>(format, level, number, index);
    }
    return load<addressing, Format, N>(format, level, offsets, isInside);
  }

  /// Nothing is written outside the image.
  template <int N>
  static void write(const weft_image &image, const weft_image_level &level, std::uint64_t active,
                    const std::uint32_t *coordinates, const std::uint32_t *values) {
    const Format format(image);
    Lanes<typename Format::Offset, N> offsets = typename Format::Offset(0);
    Ints<N> mask = maskOf<N>(active);
#pragma unroll
    for (int number = 0; number != coordinatesOf<Shape>; ++number) {
      const bool isLayer = number == Shape::dimensions;
      const Ints<N> index = intsOf<N>(lanesAt<N>(coordinates, number));
      mask &= isWithin<N>(index, extentOf<Shape>(image, level, number));
      offsets += isLayer ? layerDistance<Format, N>(format, level, index)
                         : distance<Format, N>(format, level, number, index);
    }
    format.template store<N>(level.data, offsets, mask, texelsAt<N>(values));
  }
};

/// Accesses of 16 neighbours in a row of level 0; `others` handles arbitrary coordinates.
template <class Format, class Shape, weft_image_routine *others> struct RowAccess {
  static constexpr int N = WEFT_IMAGE_LANES;

  template <Addressing addressing>
  static void read(const weft_image *image, std::uint64_t active, std::int32_t x, std::int32_t y,
                   std::int32_t z, std::uint32_t *texels) {
    const Format format(*image);
    constexpr bool isEdge = addressing == Addressing::Edge;
    const unsigned char *row = rowAt<isEdge, /*clampsLayers=*/true>(format, *image, x, y, z);
    if (!row)
      return accessOthers(image, active, x, y, z, texels);
    prefetch</*isWrite=*/false>(row, N * format.texelBytes());
    give<N>(texels, format.template load<N>(row, neighbours(format)));
  }

  template <Addressing addressing>
  static void readEach(const weft_image *image, std::uint64_t active, std::uint64_t count,
                       const std::int32_t *first, std::uint32_t *texels) {
    const Format format(*image);
    constexpr bool isEdge = addressing == Addressing::Edge;
    const unsigned char *farthest = nullptr;
    for (std::uint64_t read = 0; read != count; ++read, first += 3, texels += 4 * N) {
      const std::int32_t x = first[0], y = first[1], z = first[2];
      const unsigned char *row = rowAt<isEdge, /*clampsLayers=*/true>(format, *image, x, y, z);
      farthest = farthest < row ? row : farthest;
      if (row)
        give<N>(texels, format.template load<N>(row, neighbours(format)));
      else
        accessOthers(image, active, x, y, z, texels);
    }
    prefetchFarthest(format, farthest);
  }

  static void write(const weft_image *image, std::uint64_t active, std::int32_t x, std::int32_t y,
                    std::int32_t z, std::uint32_t *texels) {
    const Format format(*image);
    unsigned char *row = rowAt<false, false>(format, *image, x, y, z);
    if (!row || (active & 0xffff) != 0xffff)
      return accessOthers(image, active, x, y, z, texels);
    prefetch</*isWrite=*/true>(row, N * format.texelBytes());
    format.template store<N>(row, neighbours(format), Ints<N>(-1), texelsAt<N>(texels));
  }

  // --- The components of each texel in memory order.

  template <Addressing addressing>
  static void readTexels(const weft_image *image, std::uint64_t active, std::uint64_t count,
                         const std::int32_t *first, const std::uint32_t **where,
                         std::uint32_t *texels) {
    const Format format(*image);
    constexpr bool isEdge = addressing == Addressing::Edge;
    const unsigned char *farthest = nullptr;
    for (std::uint64_t read = 0; read != count; ++read, first += 3, texels += 4 * N) {
      const std::int32_t x = first[0], y = first[1], z = first[2];
      const unsigned char *row = rowAt<isEdge, /*clampsLayers=*/true>(format, *image, x, y, z);
      farthest = farthest < row ? row : farthest;
      where[read] = texels;
      if (!row)
        readOthers(image, active, x, y, z, texels);
      else if constexpr (Format::areWords)
        where[read] = reinterpret_cast<const std::uint32_t *>(row);
      else if constexpr (Format::isQuad)
        storeTo(texels, format.loadInterleaved(row));
      else
        mixQuads(quadsOf(format.template load<N>(row, neighbours(format))), bytesOf(texels));
    }
    prefetchFarthest(format, farthest);
  }

  static void writeTexels(const weft_image *image, std::uint64_t active, std::int32_t x,
                          std::int32_t y, std::int32_t z, std::uint32_t *texels) {
    const Format format(*image);
    unsigned char *row = rowAt<false, false>(format, *image, x, y, z);
    if (!row || (active & 0xffff) != 0xffff)
      return writeOthers(image, active, x, y, z, texels);
    prefetch</*isWrite=*/true>(row, N * format.texelBytes());
    if constexpr (Format::isQuad)
      format.storeInterleaved(row, loadFrom<Words<4 * N>>(texels));
    else
      format.template store<N>(row, neighbours(format), Ints<N>(-1), sortedTexels(texels));
  }

private:
  static unsigned char *bytesOf(std::uint32_t *words) {
    return reinterpret_cast<unsigned char *>(words);
  }
  static Quads quadsOf(const Texels<N> &texels) { return __builtin_bit_cast(Quads, texels); }
  static Texels<N> sortedTexels(const std::uint32_t *texels) {
    return __builtin_bit_cast(Texels<N>,
                              sortQuads(reinterpret_cast<const unsigned char *>(texels)));
  }

  [[gnu::noinline]] static void readOthers(const weft_image *image, std::uint64_t active,
                                           std::int32_t x, std::int32_t y, std::int32_t z,
                                           std::uint32_t *texels) {
    accessOthers(image, active, x, y, z, texels);
    mixQuads(quadsOf(texelsAt<N>(texels)), bytesOf(texels));
  }
  [[gnu::noinline]] static void writeOthers(const weft_image *image, std::uint64_t active,
                                            std::int32_t x, std::int32_t y, std::int32_t z,
                                            std::uint32_t *texels) {
    alignas(64) std::uint32_t sorted[4 * N];
    give<N>(sorted, sortedTexels(texels));
    accessOthers(image, active, x, y, z, sorted);
  }

  // The first texel; null if others do not follow it, or one is outside and not clamped.
  template <bool clampsPlaces, bool clampsLayers>
  static unsigned char *rowAt(const Format &format, const weft_image &image, std::int32_t x,
                              std::int32_t y, std::int32_t z) {
    const weft_image_level &level = image.levels[0];
    // The difference is negative where the image is less wide.
    bool isInside = x >= 0 && x <= static_cast<std::int32_t>(level.width) - N;
    std::uint64_t offset = static_cast<std::uint32_t>(x) * std::uint64_t{format.texelBytes()};
#pragma unroll
    for (int number = 1; number < coordinatesOf<Shape>; ++number) {
      const bool isLayer = number == Shape::dimensions;
      const std::int32_t coordinate = number == 1 ? y : z;
      const auto last = static_cast<std::int32_t>(extentOf<Shape>(image, level, number)) - 1;
      const std::int32_t index = coordinate < 0 ? 0 : coordinate > last ? last : coordinate;
      offset += static_cast<std::uint32_t>(index) *
                (isLayer || number == 2 ? level.slice_pitch : level.row_pitch);
      if (!(isLayer ? clampsLayers : clampsPlaces))
        isInside &= index == coordinate;
    }
    return isInside ? level.data + offset : nullptr;
  }

  // Stores that miss the cache delay the kernel's own later stores. So what the rows of the image
  // need next is prefetched before. Reads in a loop often skip what other gangs of the group read,
  // and the CPU's prefetcher does not follow that. Such a loop skips more bytes the larger its
  // texels are, so more of them are prefetched.
  template <bool isWrite> static void prefetch(const unsigned char *row, std::uint64_t bytes) {
    constexpr std::uint64_t lineBytes = 64;
    const std::uint64_t distance = isWrite ? 2048 : bytes <= 64 ? 4096 : 64 * bytes;
    for (std::uint64_t line = 0; line < bytes; line += lineBytes)
      __builtin_prefetch(row + distance + line, isWrite);
  }

  // For rows that are read together. Texels enter the caches with the farthest row, and the other
  // rows find them there later.
  static void prefetchFarthest(const Format &format, const unsigned char *farthest) {
    if (farthest)
      prefetch</*isWrite=*/false>(farthest, N * format.texelBytes());
  }

  static Lanes<typename Format::Offset, N> neighbours(const Format &format) {
    using Offset = Format::Offset;
    return sequence<Offset, N>() * static_cast<Offset>(format.texelBytes());
  }

  // Not inline, so that neighbours need no stack.
  [[gnu::noinline]] static void accessOthers(const weft_image *image, std::uint64_t active,
                                             std::int32_t x, std::int32_t y, std::int32_t z,
                                             std::uint32_t *texels) {
    alignas(64) std::uint32_t coordinates[3 * N];
    const auto set = [&](int number, Words<N> value) { storeTo(coordinates + number * N, value); };
    set(0, sequence<std::uint32_t, N>() + static_cast<std::uint32_t>(x));
    set(1, Words<N>(static_cast<std::uint32_t>(y)));
    set(2, Words<N>(static_cast<std::uint32_t>(z)));
    others(image, 0, active, coordinates, texels);
  }
};

} // namespace weft::device::WEFT_IMAGE_LEVEL
