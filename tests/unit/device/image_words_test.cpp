// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What generated code reads of an image without a routine is what the routine reads.
#include "device/images/image_words.h"

#include "device/images/image_routines.h"
#include "tests/support/image_model.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace weft::device {
namespace {

struct Case {
  cl_mem_object_type type;
  unsigned coordinates;
};
constexpr Case cases[] = {
    {CL_MEM_OBJECT_IMAGE1D, 1}, {CL_MEM_OBJECT_IMAGE1D_BUFFER, 1}, {CL_MEM_OBJECT_IMAGE1D_ARRAY, 2},
    {CL_MEM_OBJECT_IMAGE2D, 2}, {CL_MEM_OBJECT_IMAGE2D_ARRAY, 3},  {CL_MEM_OBJECT_IMAGE3D, 3},
};

/// 19 texels wide, with pitches that leave room.
weft_image imageOf(const test::ImageFormat &format, const Case &one, unsigned char *data) {
  weft_image image{};
  weft_image_level &level = image.levels[0];
  const bool isArray =
      one.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || one.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  level.data = data;
  level.width = 19;
  level.height = one.coordinates - isArray > 1 ? 5 : 1;
  level.depth = one.type == CL_MEM_OBJECT_IMAGE3D ? 4 : 1;
  image.layers = isArray ? 3 : 1;
  level.row_pitch = 20 * format.bytes;
  level.slice_pitch = level.row_pitch * 6;
  image.level_count = 1;
  image.type = one.type;
  image.channel_order = format.order;
  image.channel_type = format.type;
  image.element_bytes = format.bytes;
  image.routines = imageRoutines(image);
  image.words = imageWords(image);
  return image;
}

// As compilers do it (support/image_words.h).
std::array<std::uint32_t, 4> readWords(const weft_image_words &words,
                                       const std::array<std::uint32_t, 4> &coordinates,
                                       unsigned count) {
  std::uint32_t offset = 0;
  for (unsigned number = 0; number != count; ++number)
    offset += static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(coordinates[number]),
                                                    0, words.last[number])) *
              words.pitch[number];
  std::array<std::uint32_t, 4> texel{};
  for (unsigned component = 0; component != 4; ++component)
    std::memcpy(&texel[component], words.component[component] + (offset & words.mask[component]),
                sizeof texel[component]);
  return texel;
}

TEST(ImageWords, AreWhatTheRoutineReads) {
  std::mt19937 random(5);
  std::vector<unsigned char> memory(20 * 6 * 4 * 16);
  for (unsigned char &byte : memory)
    byte = static_cast<unsigned char>(random());
  unsigned direct = 0;
  for (const test::ImageFormat &format : test::allImageFormats())
    for (const Case &one : cases) {
      const weft_image image = imageOf(format, one, memory.data());
      const bool hasWords = format.type == CL_FLOAT || format.type == CL_SIGNED_INT32 ||
                            format.type == CL_UNSIGNED_INT32;
      ASSERT_LE(image.words.are_direct, hasWords ? 1u : 0u);
      if (!image.words.are_direct)
        continue;
      ++direct;
      for (unsigned read = 0; read != 200; ++read) {
        alignas(16) std::array<std::uint32_t, 4> coordinates{}, texel{};
        for (std::uint32_t &coordinate : coordinates)
          coordinate = random() % 4 ? static_cast<std::uint32_t>(random() % 24) - 2
                                    : static_cast<std::uint32_t>(random());
        static_cast<weft_image_routine *const *>(
            image.routines)[WEFT_IMAGE_ROUTINES + WEFT_IMAGE_READ](&image, 0, 1, coordinates.data(),
                                                                   texel.data());
        ASSERT_EQ(readWords(image.words, coordinates, one.coordinates), texel)
            << "order " << format.order << ", type " << format.type << ", kind " << one.type;
      }
    }
  EXPECT_GE(direct, 9 * std::size(cases)) << "three types of R, RG and RGBA";
}

TEST(ImageWords, AreNoneWhereOffsetsNeedMoreThanTheirBits) {
  unsigned char nothing = 0;
  const test::ImageFormat format{CL_RGBA, CL_FLOAT, 16};
  weft_image image = imageOf(format, {CL_MEM_OBJECT_IMAGE3D, 3}, &nothing);
  weft_image_level &level = image.levels[0];
  EXPECT_EQ(imageWords(image).are_direct, 1u);
  level.slice_pitch = std::uint64_t{1} << 29;
  EXPECT_EQ(imageWords(image).are_direct, 1u);
  level.depth = 5;
  EXPECT_EQ(imageWords(image).are_direct, 0u);
  level.slice_pitch = std::uint64_t{1} << 63;
  EXPECT_EQ(imageWords(image).are_direct, 0u);
  level.depth = 0;
  EXPECT_EQ(imageWords(image).are_direct, 0u);
}

} // namespace
} // namespace weft::device
