// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses to levels of mipmapped images (cl_khr_mipmap_image, cl_khr_mipmap_image_writes).
//
// Work-items may need different levels, so each runs separately: a read takes the nearest level, or
// interpolates between the two levels closest to the level of detail.
#pragma once

#include "device/images/texels/access.h"

namespace weft::device::WEFT_IMAGE_LEVEL {

template <class Shape> struct Mipmaps {
  template <int N>
  static void read(const weft_image *image, std::uint64_t sampler, std::uint64_t active,
                   const std::uint32_t *coordinates, std::uint32_t *texels) {
    forEachActive<N>(active, coordinates, [&](int lane, const std::uint32_t *own) {
      const Texels<1> texel = readOne(*image, sampler, own);
      for (int index = 0; index != 4; ++index)
        texels[index * pitch<N> + lane] = texel.component[index][0];
    });
  }

  /// A nonexistent level has no texels.
  template <int N>
  static void write(const weft_image *image, std::uint64_t, std::uint64_t active,
                    const std::uint32_t *coordinates, std::uint32_t *texels) {
    forEachActive<N>(active, coordinates, [&](int lane, const std::uint32_t *own) {
      std::uint32_t texel[4];
      for (int index = 0; index != 4; ++index)
        texel[index] = texels[index * pitch<N> + lane];
      if (own[3] < image->level_count)
        Access<GenericFormat, Shape>::template write<1>(*image, image->levels[own[3]], 1, own,
                                                        texel);
    });
  }

private:
  template <int N> static constexpr int pitch = N == 1 ? 1 : WEFT_IMAGE_LANES;
  using Read = Texels<1>(const weft_image &image, const weft_image_level &level,
                         std::uint64_t sampler, std::uint64_t active,
                         const std::uint32_t *coordinates);

  template <int N, class Body>
  static void forEachActive(std::uint64_t active, const std::uint32_t *coordinates, Body body) {
    for (int lane = 0; lane != N; ++lane) {
      if (!(active >> lane & 1))
        continue;
      std::uint32_t own[4];
      for (int index = 0; index != 4; ++index)
        own[index] = coordinates[index * pitch<N> + lane];
      body(lane, own);
    }
  }

  template <bool isLinear> static Read *readWith(std::uint64_t addressing) {
    constexpr std::uint64_t border = 2, repeat = 3, mirror = 4;
    switch (addressing) {
    case border:
      return &Sampling<GenericFormat, Shape, Addressing::Border, isLinear>::template read<1>;
    case repeat:
      return &Sampling<GenericFormat, Shape, Addressing::Repeat, isLinear>::template read<1>;
    case mirror:
      return &Sampling<GenericFormat, Shape, Addressing::Mirror, isLinear>::template read<1>;
    default:
      return &Sampling<GenericFormat, Shape, Addressing::Edge, isLinear>::template read<1>;
    }
  }

  static Texels<1> readOne(const weft_image &image, std::uint64_t sampler,
                           const std::uint32_t *coordinates) {
    const std::uint64_t addressing = (sampler & WEFT_SAMPLER_ADDRESSING) >> 1;
    Read *const read =
        sampler & WEFT_SAMPLER_LINEAR ? readWith<true>(addressing) : readWith<false>(addressing);
    constexpr float unit = 1.0F / 4096;
    const auto limit = [&](int shift) {
      return static_cast<float>(sampler >> shift & 0xffff) * unit;
    };
    const float last = static_cast<float>(image.level_count - 1);
    float detail = floatsOf<1>(Words<1>(coordinates[3]))[0];
    detail = clamp<1>(Floats<1>(detail), limit(WEFT_SAMPLER_LOWEST_LEVEL_SHIFT),
                      limit(WEFT_SAMPLER_HIGHEST_LEVEL_SHIFT))[0];
    detail = clamp<1>(Floats<1>(detail), 0, last)[0];
    if (!(sampler & WEFT_SAMPLER_LINEAR_LEVELS)) {
      // The nearest level; the finer one in a tie.
      const int level = static_cast<int>(__builtin_elementwise_ceil(detail - 0.5F));
      return read(image, image.levels[level], sampler, 1, coordinates);
    }
    const int level = static_cast<int>(detail);
    const float weight = detail - static_cast<float>(level);
    Texels<1> result = read(image, image.levels[level], sampler, 1, coordinates);
    if (weight == 0)
      return result;
    const Texels<1> coarser = read(image, image.levels[level + 1], sampler, 1, coordinates);
    for (int index = 0; index != 4; ++index)
      result.component[index] = wordsOf<1>(floatsOf<1>(result.component[index]) * (1 - weight) +
                                           floatsOf<1>(coarser.component[index]) * weight);
    return result;
  }
};

} // namespace weft::device::WEFT_IMAGE_LEVEL
