// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions of single channels, and levels of mipmaps.
#include "device/images/srgb_tables.h"

#include "tests/unit/device/image_request.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace weft::device {
namespace {

using test::Colour;
using test::Request, test::lanes, test::allLanes, test::allLevels;

// --- Conversions.

// Every channel of 16 bits and less: c / (2^n - 1), correctly rounded.
TEST(ImageConversions, NormalisedChannelsAreCorrectlyRounded) {
  for (const cl_channel_type type :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16}) {
    const bool isByte = type == CL_UNORM_INT8 || type == CL_SNORM_INT8;
    weft_image image{};
    std::vector<std::uint16_t> texels(65536);
    for (unsigned value = 0; value != 65536; ++value)
      texels[value] = static_cast<std::uint16_t>(value);
    image.levels[0] = {reinterpret_cast<unsigned char *>(texels.data()),
                       131072,
                       131072,
                       isByte ? 131072u : 65536u,
                       1,
                       1,
                       0};
    image.level_count = image.layers = 1;
    image.type = CL_MEM_OBJECT_IMAGE1D;
    image.channel_order = CL_R;
    image.channel_type = type;
    image.element_bytes = isByte ? 1 : 2;
    const auto *routines = static_cast<weft_image_routine *const *>(imageRoutines(image));
    for (unsigned first = 0; first != 65536; first += lanes) {
      Request request;
      for (unsigned lane = 0; lane != lanes; ++lane)
        request.coordinates[0][lane] = first + lane;
      routines[WEFT_IMAGE_READ](&image, 0, allLanes, request.coordinates[0].data(),
                                request.texels[0].data());
      for (unsigned lane = 0; lane != lanes; ++lane) {
        const auto *texel = image.levels[0].data + (first + lane) * image.element_bytes;
        const Colour expected = test::readTexel({CL_R, type, image.element_bytes}, texel);
        ASSERT_EQ(std::bit_cast<float>(request.texels[0][lane]), expected[0]) << first + lane;
      }
    }
  }
}

// IEC 61966-2-1, as OpenCL writes it: what a read of an sRGB channel gives, and what a write
// rounds.
long double linearOf(long double c) {
  return c <= 0.04045L ? c / 12.92L : std::pow((c + 0.055L) / 1.055L, 2.4L);
}
long double srgbOf(long double c) {
  return c < 0.0031308L ? 12.92L * c : 1.055L * std::pow(c, 1 / 2.4L) - 0.055L;
}

TEST(ImageConversions, SrgbTablesAreTheTransferFunction) {
  for (unsigned channel = 0; channel != 256; ++channel)
    EXPECT_EQ(srgbTables.linear[channel], static_cast<float>(linearOf(channel / 255.0L)))
        << channel;
}

// From each value in the table on, the nearest channel is this one; below it is the one before.
TEST(ImageConversions, SrgbTablesRoundToTheNearestChannel) {
  for (unsigned channel = 1; channel != 256; ++channel) {
    const float least = srgbTables.from[channel];
    const long double middle = channel - 0.5L;
    EXPECT_GE(srgbOf(least) * 255, middle) << channel;
    EXPECT_LT(srgbOf(std::nextafter(least, 0.0F)) * 255, middle) << channel;
  }
}

// --- Mipmaps.

TEST(ImageMipmaps, LevelsAreChosenAndInterpolated) {
  std::array<float, 21> texels{};
  weft_image image{};
  // Level k has the value k + 1 everywhere.
  std::size_t place = 0;
  for (unsigned level = 0; level != 3; ++level) {
    const unsigned size = 4 >> level;
    image.levels[level] = {reinterpret_cast<unsigned char *>(texels.data() + place),
                           size * sizeof(float),
                           size * size * sizeof(float),
                           size,
                           size,
                           1,
                           0};
    for (unsigned index = 0; index != size * size; ++index)
      texels[place++] = static_cast<float>(level + 1);
  }
  image.level_count = 3;
  image.layers = 1;
  image.type = CL_MEM_OBJECT_IMAGE2D;
  image.channel_order = CL_R;
  image.channel_type = CL_FLOAT;
  image.element_bytes = 4;
  const auto *routines = static_cast<weft_image_routine *const *>(imageRoutines(image));
  const auto read = [&](std::uint64_t sampler, float level) {
    Request request;
    for (unsigned lane = 0; lane != lanes; ++lane) {
      request.setCoordinate(0, lane, 0.4F);
      request.setCoordinate(1, lane, 0.7F);
      request.setCoordinate(3, lane, level);
    }
    routines[WEFT_IMAGE_READ_LEVEL](&image, sampler, allLanes, request.coordinates[0].data(),
                                    request.texels[0].data());
    return std::bit_cast<float>(request.texels[0][5]);
  };
  constexpr std::uint64_t nearest =
      WEFT_SAMPLER_NORMALIZED | WEFT_SAMPLER_NEAREST | 1 << 1 | allLevels;
  constexpr std::uint64_t linear = nearest | WEFT_SAMPLER_LINEAR_LEVELS;
  EXPECT_EQ(read(nearest, 0), 1);
  EXPECT_EQ(read(nearest, 1), 2);
  EXPECT_EQ(read(nearest, 1.6F), 3);
  EXPECT_EQ(read(nearest, -7), 1);
  EXPECT_EQ(read(nearest, 1e30F), 3);
  EXPECT_EQ(read(nearest, std::numeric_limits<float>::quiet_NaN()), 1);
  EXPECT_EQ(read(linear, 0.5F), 1.5F);
  EXPECT_EQ(read(linear, 1.25F), 2.25F);
  EXPECT_EQ(read(linear, 9), 3);
  const std::uint64_t onlyFirst = linear & ~allLevels;
  EXPECT_EQ(read(onlyFirst, 2), 1);
  const std::uint64_t fromSecond = linear | std::uint64_t{4096} << WEFT_SAMPLER_LOWEST_LEVEL_SHIFT;
  EXPECT_EQ(read(fromSecond, 0), 2);

  Request request;
  request.coordinates[0][0] = request.coordinates[1][0] = 1;
  request.coordinates[3][0] = 1;
  request.texels[0][0] = std::bit_cast<std::uint32_t>(9.0F);
  for (const unsigned level : {1u, 2u, 3u, 0xffffffffu}) {
    request.coordinates[3][0] = level;
    routines[WEFT_IMAGE_WRITE_LEVEL](&image, 0, 1, request.coordinates[0].data(),
                                     request.texels[0].data());
  }
  EXPECT_EQ(texels[16 + 3], 9);
  EXPECT_EQ(std::count(texels.begin(), texels.end(), 9.0F), 1);
}

} // namespace
} // namespace weft::device
