// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/native/native.h"

#include <cstdlib>
#include <cstring>

namespace weft::bench::native {

void stencil(const float *in, float *out, const Images &images, std::size_t first,
             std::size_t last) {
  const std::size_t width = images.width;
  for (std::size_t row = first; row < last; ++row) {
    const float *from = in + images.offset(row);
    float *to = out + images.offset(row);
    const std::size_t y = row % images.height;
    if (y == 0 || y == images.height - 1) {
      std::memcpy(to, from, width * sizeof(float));
      continue;
    }
    const float *above = from - width, *below = from + width;
    to[0] = from[0];
#pragma omp simd
    for (std::size_t x = 1; x < width - 1; ++x)
      to[x] = 0.5f * from[x] + 0.125f * (from[x - 1] + from[x + 1] + above[x] + below[x]);
    to[width - 1] = from[width - 1];
  }
}

void sobel(const std::uint8_t *in, std::uint8_t *out, const Images &images, std::size_t first,
           std::size_t last) {
  const std::size_t width = images.width;
  for (std::size_t row = first; row < last; ++row) {
    const std::uint8_t *from = in + images.offset(row);
    std::uint8_t *to = out + images.offset(row);
    const std::size_t y = row % images.height;
    if (y == 0 || y == images.height - 1) {
      std::memset(to, 0, width);
      continue;
    }
    const std::uint8_t *above = from - width, *below = from + width;
    to[0] = to[width - 1] = 0;
    // 16 bits hold every sum, so that twice as many lanes work.
#pragma omp simd
    for (std::size_t x = 1; x < width - 1; ++x) {
      const auto across = static_cast<std::int16_t>(above[x + 1] + 2 * from[x + 1] + below[x + 1] -
                                                    above[x - 1] - 2 * from[x - 1] - below[x - 1]);
      const auto down = static_cast<std::int16_t>(below[x - 1] + 2 * below[x] + below[x + 1] -
                                                  above[x - 1] - 2 * above[x] - above[x + 1]);
      const auto edge =
          static_cast<std::int16_t>((across < 0 ? -across : across) + (down < 0 ? -down : down));
      to[x] = static_cast<std::uint8_t>(edge > 255 ? 255 : edge);
    }
  }
}

void grey(const std::uint8_t *rgb, std::uint8_t *out, const Images &images, std::size_t first,
          std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    const std::uint8_t *from = rgb + 3 * images.offset(row);
    std::uint8_t *to = out + images.offset(row);
#pragma omp simd
    for (std::size_t x = 0; x < images.width; ++x)
      to[x] = static_cast<std::uint8_t>(static_cast<std::uint16_t>(77 * from[3 * x] +
                                                                   150 * from[3 * x + 1] +
                                                                   29 * from[3 * x + 2] + 128) >>
                                        8);
  }
}

void transpose(const float *in, float *out, const Images &images, std::size_t first,
               std::size_t last) {
  const std::size_t width = images.width, height = images.height, strips = height / 16;
  for (std::size_t strip = first; strip < last; ++strip) {
    const std::size_t image = ((strip / strips) >> images.shift) * width * height;
    const std::size_t top = strip % strips * 16;
    for (std::size_t left = 0; left < width; left += 16) {
      float tile[16][17];
      for (std::size_t y = 0; y < 16; ++y)
        std::memcpy(tile[y], in + image + (top + y) * width + left, 16 * sizeof(float));
      for (std::size_t x = 0; x < 16; ++x) {
        float *to = out + image + (left + x) * height + top;
#pragma omp simd
        for (std::size_t y = 0; y < 16; ++y)
          to[y] = tile[y][x];
      }
    }
  }
}

} // namespace weft::bench::native
