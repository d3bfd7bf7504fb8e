// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of rectangular regions against a list of every byte.
#include "icd/core/memory/rectangle.h"

#include <gtest/gtest.h>

#include <algorithm>
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

/// Random footprints of which every pair is compared with the lists of their bytes; the second has
/// the pitches of the first or its own.
void expectExact(bool hasSamePitches) {
  std::mt19937 random(1);
  const auto upTo = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  int meeting = 0;
  for (int round = 0; round < 20000; ++round) {
    const Region one{1 + upTo(4), 1 + upTo(3), 1 + upTo(2)},
        two{1 + upTo(4), 1 + upTo(3), 1 + upTo(2)};
    std::size_t row = std::max(one[0], two[0]) + upTo(4);
    std::size_t slice = row * (std::max(one[1], two[1]) + upTo(2));
    const std::size_t from[] = {upTo(9), upTo(3), upTo(2)}, to[] = {upTo(9), upTo(3), upTo(2)};
    const std::size_t base = upTo(8), otherBase = upTo(8);
    const auto first = resolveRectangle(from, one, row, slice);
    if (!hasSamePitches) {
      row = two[0] + upTo(4);
      slice = row * (two[1] + upTo(2));
    }
    const auto second = resolveRectangle(to, two, row, slice);
    ASSERT_TRUE(first && second);
    std::set<std::size_t> bytes = bytesOf(*first, base, one),
                          others = bytesOf(*second, otherBase, two);
    const Footprint a = Footprint(first->layout, one).movedBy(base),
                    b = Footprint(second->layout, two).movedBy(otherBase);
    ASSERT_EQ(a.first(), *bytes.begin());
    ASSERT_EQ(a.last(), *bytes.rbegin() + 1);
    ASSERT_EQ(a.isContiguous(), bytes.size() == a.last() - a.first());
    const std::size_t count = bytes.size() + others.size();
    bytes.merge(others);
    const bool shared = bytes.size() < count;
    meeting += shared;
    ASSERT_EQ(a.overlaps(b), shared);
    ASSERT_EQ(b.overlaps(a), shared);
  }
  EXPECT_GT(meeting, 1000);
}

TEST(Footprint, MeetingsOfEqualPitchesAreExact) { expectExact(true); }
TEST(Footprint, MeetingsOfOtherPitchesAreExact) { expectExact(false); }

} // namespace
} // namespace weft::icd
