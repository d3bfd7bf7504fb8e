// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of rectangular regions against a list of every byte.
#include "icd/core/memory/rectangle.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>

namespace weft::icd {
namespace {

std::set<std::size_t> bytesOf(const Rectangle &rectangle, std::size_t base, const Region &region) {
  const auto &[origin, row, slice] = rectangle.layout;
  std::set<std::size_t> bytes;
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      for (std::size_t x = 0; x < region[0]; ++x)
        bytes.insert(base + (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] + x);
  return bytes;
}

TEST(Rectangle, ResolvesPitches) {
  const std::size_t origin[] = {1, 2, 3};
  const auto packed = resolveRectangle(origin, {4, 5, 6}, 0, 0);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->layout.rowPitch, 4u);
  EXPECT_EQ(packed->layout.slicePitch, 20u);
  EXPECT_EQ(packed->first, 1u + 2 * 4 + 3 * 20);
  const std::set<std::size_t> bytes = bytesOf(*packed, 0, {4, 5, 6});
  EXPECT_EQ(packed->first, *bytes.begin());
  EXPECT_EQ(packed->last, *bytes.rbegin() + 1);
}

TEST(Rectangle, RefusesWhatTheSpecificationRefuses) {
  const std::size_t origin[] = {0, 0, 0};
  EXPECT_FALSE(resolveRectangle(origin, {0, 1, 1}, 0, 0));
  EXPECT_FALSE(resolveRectangle(origin, {1, 0, 1}, 0, 0));
  EXPECT_FALSE(resolveRectangle(origin, {1, 1, 0}, 0, 0));
  EXPECT_FALSE(resolveRectangle(origin, {8, 2, 2}, 7, 0));
  EXPECT_FALSE(resolveRectangle(origin, {8, 2, 2}, 8, 15));
  EXPECT_FALSE(resolveRectangle(origin, {8, 2, 2}, 8, 20));
  EXPECT_TRUE(resolveRectangle(origin, {8, 2, 2}, 8, 24));
}

TEST(Rectangle, RefusesWhatDoesNotFitAnInteger) {
  const std::size_t origin[] = {0, 0, 0}, far[] = {0, 0, SIZE_MAX / 2};
  EXPECT_FALSE(resolveRectangle(origin, {SIZE_MAX, SIZE_MAX, SIZE_MAX}, 0, 0));
  EXPECT_FALSE(resolveRectangle(origin, {1, 1, SIZE_MAX}, 0, 16));
  EXPECT_FALSE(resolveRectangle(far, {4, 4, 4}, 0, 0));
  EXPECT_FALSE(resolveRectangle(origin, {4, 2, 2}, SIZE_MAX / 2 + 8, 0));
}

TEST(Rectangle, OverlapIsExactForEqualPitches) {
  std::mt19937 random(1);
  const auto upTo = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  int overlapping = 0;
  for (int round = 0; round < 20000; ++round) {
    const Region region{1 + upTo(4), 1 + upTo(3), 1 + upTo(2)};
    const std::size_t row = region[0] + upTo(4);
    const std::size_t slice = row * (region[1] + upTo(2));
    const std::size_t from[] = {upTo(9), upTo(3), upTo(2)}, to[] = {upTo(9), upTo(3), upTo(2)};
    const std::size_t fromBase = upTo(8), toBase = upTo(8);
    const auto source = resolveRectangle(from, region, row, slice);
    const auto destination = resolveRectangle(to, region, row, slice);
    ASSERT_TRUE(source && destination);
    std::set<std::size_t> bytes = bytesOf(*source, fromBase, region);
    const std::size_t count = bytes.size();
    bytes.merge(bytesOf(*destination, toBase, region));
    const bool shared = bytes.size() < 2 * count;
    overlapping += shared;
    ASSERT_EQ(overlap(*source, fromBase, *destination, toBase, region), shared);
  }
  EXPECT_GT(overlapping, 1000);
}

} // namespace
} // namespace weft::icd
