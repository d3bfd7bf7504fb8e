// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/copy/copy.h"

#include "device/arch/streaming_loops.h"
#include "device/copy/streaming.h"
#include "device/machine/memory.h"
#include "device/machine/topology.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace weft::device {
namespace {

Arena &arena() { return Arena::forUnits(Topology::ofProcess().allowed()); }

std::vector<unsigned char> noise(std::size_t bytes) {
  std::vector<unsigned char> data(bytes);
  std::mt19937 random(7);
  for (auto &byte : data)
    byte = static_cast<unsigned char>(random());
  return data;
}

class CopySizes : public testing::TestWithParam<std::size_t> {};

TEST_P(CopySizes, CopyMovesExactlyTheBytes) {
  const std::size_t bytes = GetParam();
  const auto source = noise(bytes + 8);
  for (const std::size_t shift : {0, 1, 5}) {
    std::vector<unsigned char> destination(bytes + 16, 0xa5);
    copy(arena(), destination.data() + shift, source.data() + 3, bytes);
    ASSERT_TRUE(
        std::equal(source.begin() + 3, source.begin() + 3 + bytes, destination.begin() + shift));
    for (std::size_t i = 0; i < shift; ++i)
      ASSERT_EQ(destination[i], 0xa5);
    for (std::size_t i = bytes + shift; i < destination.size(); ++i)
      ASSERT_EQ(destination[i], 0xa5);
  }
}

TEST_P(CopySizes, FillRepeatsThePattern) {
  const auto pattern = noise(128);
  for (std::size_t patternBytes = 1; patternBytes <= 128; patternBytes *= 2) {
    const std::size_t bytes = GetParam() / patternBytes * patternBytes;
    for (const std::size_t shift : {std::size_t{0}, patternBytes}) {
      std::vector<unsigned char> destination(bytes + 256, 0x5a);
      fill(arena(), destination.data() + shift, pattern.data(), patternBytes, bytes);
      for (std::size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(destination[shift + i], pattern[i % patternBytes]) << i;
      for (std::size_t i = 0; i < shift; ++i)
        ASSERT_EQ(destination[i], 0x5a);
      for (std::size_t i = bytes + shift; i < destination.size(); ++i)
        ASSERT_EQ(destination[i], 0x5a);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CopySizes,
                         testing::Values(0, 1, 63, 64, 65, 4096, 100'003, 524'288, 1'000'003));

TEST(Copy, AroundTheCache) {
  const std::size_t bytes = streamFromBytes() + 12'345;
  auto *source = static_cast<std::uint32_t *>(allocateBuffer(bytes + 64));
  auto *destination = static_cast<unsigned char *>(allocateBuffer(bytes + 64));
  ASSERT_TRUE(source && destination);
  std::iota(source, source + bytes / 4 + 1, 0u);
  destination[bytes + 7] = 0x77;
  copy(arena(), destination + 7, source, bytes);
  EXPECT_EQ(std::memcmp(destination + 7, source, bytes), 0);
  EXPECT_EQ(destination[bytes + 7], 0x77);
  const std::uint16_t pattern = 0x1234;
  fill(arena(), destination + 2, &pattern, 2, bytes / 2 * 2);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < bytes / 2; ++i) {
    std::uint16_t value;
    std::memcpy(&value, destination + 2 + 2 * i, 2);
    wrong += value != pattern;
  }
  EXPECT_EQ(wrong, 0u);
  freeBuffer(source, bytes + 64);
  freeBuffer(destination, bytes + 64);
}

/// Each width of vector registers that this CPU has.
std::span<const StreamingLoops *const> allStreamingLoops() {
  const StreamingVersions versions = streamingVersions();
  return {versions.first, versions.count};
}

TEST(Streaming, EveryWidthCopiesAndFills) {
  constexpr std::size_t most = 40'960;
  const auto source = noise(most + 64);
  // CPUs may have instructions for these.
  const std::array<unsigned char, streamFillPeriod> zeros{};
  auto *destination = static_cast<unsigned char *>(allocateBuffer(most + 64));
  ASSERT_TRUE(destination);
  for (const StreamingLoops *loops : allStreamingLoops())
    for (const std::size_t lines : {0, 1, 63, 255, 256, 257, 600}) {
      const std::size_t bytes = 64 * lines, filled = bytes / streamFillPeriod * streamFillPeriod;
      std::memset(destination, 0xa5, most + 64);
      loops->copyLines(destination, source.data() + 3, bytes);
      EXPECT_EQ(std::memcmp(destination, source.data() + 3, bytes), 0) << lines;
      EXPECT_EQ(destination[bytes], 0xa5);
      for (const unsigned char *block : {source.data() + 5, zeros.data()}) {
        std::memset(destination, 0xa5, most + 64);
        loops->fillPeriods(destination, block, filled / streamFillPeriod);
        for (std::size_t i = 0; i < filled; ++i)
          ASSERT_EQ(destination[i], block[i % streamFillPeriod]);
        EXPECT_EQ(destination[filled], 0xa5);
      }
    }
  freeBuffer(destination, most + 64);
}

void naiveRect(unsigned char *destination, const RectLayout &to, const unsigned char *source,
               const RectLayout &from, const std::array<std::size_t, 3> &region) {
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      for (std::size_t x = 0; x < region[0]; ++x)
        destination[(to.origin[2] + z) * to.slicePitch + (to.origin[1] + y) * to.rowPitch +
                    to.origin[0] + x] =
            source[(from.origin[2] + z) * from.slicePitch + (from.origin[1] + y) * from.rowPitch +
                   from.origin[0] + x];
}

void checkRect(const RectLayout &to, const RectLayout &from,
               const std::array<std::size_t, 3> &region) {
  const auto bytesOf = [&](const RectLayout &layout) {
    return (layout.origin[2] + region[2]) * layout.slicePitch +
           (layout.origin[1] + region[1]) * layout.rowPitch + layout.origin[0] + region[0];
  };
  const auto source = noise(bytesOf(from));
  std::vector<unsigned char> expected(bytesOf(to), 0xcc), actual = expected;
  naiveRect(expected.data(), to, source.data(), from, region);
  copyRect(arena(), actual.data(), to, source.data(), from, region);
  ASSERT_TRUE(expected == actual) << region[0] << 'x' << region[1] << 'x' << region[2];
}

TEST(CopyRect, SmallShapes) {
  for (const std::size_t width : {1, 2, 3, 4, 8, 16, 31, 32})
    for (const std::size_t rows : {1, 2, 5})
      for (const std::size_t slices : {1, 3}) {
        const std::array<std::size_t, 3> region{width, rows, slices};
        checkRect({{1, 2, 1}, width + 7, (width + 7) * (rows + 2)},
                  {{0, 0, 0}, width, width * rows}, region);
        checkRect({{0, 0, 0}, width, width * rows}, {{0, 0, 0}, width, width * rows}, region);
        checkRect({{0, 0, 0}, width, width * rows + 5}, {{3, 0, 0}, width + 3, (width + 3) * rows},
                  region);
        checkRect({{0, 1, 1}, width + 1, (width + 1) * rows},
                  {{0, 0, 0}, width + 2, (width + 2) * rows}, region);
      }
}

TEST(CopyRect, LargeShapes) {
  checkRect({{5, 0, 0}, 2100, 2100 * 310}, {{0, 1, 0}, 2048, 2048 * 302}, {2048, 300, 3});
  checkRect({{0, 0, 0}, 4, 4 * 300'000}, {{0, 0, 0}, 12, 12 * 300'000}, {4, 300'000, 1});
  checkRect({{0, 0, 0}, 700'000, 1'400'000}, {{9, 0, 0}, 700'100, 1'400'200}, {600'000, 2, 2});
  checkRect({{0, 0, 0}, 1000, 1'000'000}, {{0, 0, 0}, 1000, 1'000'000}, {1000, 1000, 2});
}

TEST(CopyRect, AroundTheCache) {
  const std::size_t rows = streamFromBytes() / 5000 + 1, tall = streamFromBytes() / 600'000 + 1;
  checkRect({{3, 0, 0}, 5100, 5100 * rows}, {{0, 0, 0}, 5003, 5003 * rows}, {5000, rows, 1});
  checkRect({{0, 0, 0}, 700'000, 700'000 * tall}, {{9, 0, 0}, 600'100, 600'100 * tall},
            {600'000, tall, 1});
}

TEST(Memory, IsAlignedAndWritable) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{129},
                                  std::size_t{70'000}, std::size_t{5 << 20}}) {
    void *memory = allocateBuffer(bytes);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % bufferAlignment, 0u);
    const auto *content = static_cast<unsigned char *>(memory);
    EXPECT_TRUE(
        std::all_of(content, content + bytes, [](unsigned char byte) { return byte == 0; }));
    std::memset(memory, 1, bytes);
    freeBuffer(memory, bytes);
  }
  freeBuffer(nullptr, 12);
}

// Neighbours among large buffers begin far from each other within their pages, and eight in a row
// differ.
TEST(Memory, LargeBuffersBeginAtDifferentPlacesOfPages) {
  for (const std::size_t bytes : {std::size_t{70'000}, std::size_t{4 << 20}}) {
    std::vector<void *> buffers;
    std::vector<std::size_t> places;
    freeBuffer(allocateBuffer(bytes), bytes); // begins anywhere in the order
    for (int i = 0; i != 8; ++i) {
      buffers.push_back(allocateBuffer(bytes));
      ASSERT_NE(buffers.back(), nullptr);
      places.push_back(reinterpret_cast<std::uintptr_t>(buffers.back()) % 4096);
      if (i != 0) {
        const std::size_t apart = (places[i] - places[i - 1]) % 4096;
        EXPECT_GE(std::min(apart, 4096 - apart), 1024u);
      }
    }
    std::ranges::sort(places);
    EXPECT_EQ(std::ranges::unique(places).size(), 0u);
    for (void *buffer : buffers)
      freeBuffer(buffer, bytes);
  }
}

TEST(Memory, TooMuchGivesNull) {
  EXPECT_EQ(allocateBuffer(SIZE_MAX), nullptr);
  EXPECT_EQ(allocateBuffer(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(allocateBuffer(std::size_t{1} << 47), nullptr);
}

} // namespace
} // namespace weft::device
