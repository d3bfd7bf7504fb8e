// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/launch.h"

#include <array>
#include <gtest/gtest.h>

namespace weft::device {
namespace {

weft_kernel_description sizedKernel() {
  weft_kernel_description kernel{};
  kernel.name = "test";
  return kernel;
}

TEST(LocalSize, DividesAndFits) {
  const weft_kernel_description kernel = sizedKernel();
  const std::uint64_t sizes[] = {1,   2,   3,   7,    16,   17,    31,    64,        100,
                                 127, 509, 521, 1000, 1024, 10007, 65536, 1'000'000, 4294967291u};
  for (const std::uint64_t x : sizes)
    for (const std::uint64_t y : {1u, 3u, 16u, 1000u})
      for (const std::size_t maxItems : {1u, 8u, 64u, 4096u})
        for (const std::size_t threads : {1u, 2u, 64u}) {
          const NdRange range{2, {}, {x, y, 1}, {}};
          const auto local = chooseLocalSize(kernel, range, maxItems, threads);
          ASSERT_GE(local[0], 1u);
          ASSERT_EQ(x % local[0], 0u);
          ASSERT_EQ(y % local[1], 0u);
          ASSERT_EQ(local[2], 1u);
          ASSERT_LE(local[0] * local[1], maxItems);
        }
}

TEST(LocalSize, PrefersWholeVectorsAndEnoughGroups) {
  const weft_kernel_description kernel = sizedKernel();
  const auto row = [&](std::uint64_t size, std::size_t threads) {
    return chooseLocalSize(kernel, {1, {}, {size, 1, 1}, {}}, 4096, threads)[0];
  };
  EXPECT_EQ(row(1 << 20, 2), 256u);
  EXPECT_EQ(row(48 * 1000, 2) % 16, 0u);
  EXPECT_EQ(row(1024, 16), 16u);
  EXPECT_EQ(row(1000, 1), 200u);
  EXPECT_EQ(row(509, 2), 509u);
  EXPECT_EQ(row(64, 64), 16u);
}

// 80 is a multiple of 16, but leaves one of two threads 7 groups of 13. With vectors of 16, groups
// of 104 would lie across lines of the cache.
TEST(LocalSize, GivesThreadsEqualSharesOfWholeVectors) {
  weft_kernel_description kernel = sizedKernel();
  kernel.sub_group_size = 8;
  const auto row = [&](std::uint64_t size, std::uint64_t rows, std::size_t threads) {
    return chooseLocalSize(kernel, {2, {}, {size, rows, 1}, {}}, 4096, threads)[0];
  };
  EXPECT_EQ(row(1040, 1, 2), 104u);
  EXPECT_EQ(row(1040, 1, 1), 208u);
  EXPECT_EQ(row(1040, 1000, 2), 208u);
  EXPECT_EQ(row(560, 1000, 2), 112u);
  kernel.sub_group_size = 16;
  EXPECT_EQ(row(1040, 1, 2), 80u);
  EXPECT_EQ(row(1048, 1, 2), 131u) << "8 times a prime";
}

TEST(LocalSize, KeepsTheContextArraySmall) {
  weft_kernel_description kernel = sizedKernel();
  const NdRange range{1, {}, {1 << 20, 1, 1}, {}};
  kernel.context_item_bytes = 4096;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2)[0], 64u);
  kernel.context_item_bytes = 1 << 20;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2)[0], 16u);
}

TEST(LocalSize, HonoursAttributes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.work_group_size_hint[0] = 32;
  kernel.work_group_size_hint[1] = 2;
  kernel.work_group_size_hint[2] = 1;
  const NdRange range{2, {}, {64, 64, 1}, {}};
  using Size = std::array<std::uint64_t, 3>;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2), (Size{32, 2, 1}));
  EXPECT_NE(chooseLocalSize(kernel, range, 32, 2), (Size{32, 2, 1}));
  for (int d = 0; d < 3; ++d)
    kernel.required_work_group_size[d] = d == 0 ? 8 : 1;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2), (Size{8, 1, 1}));
}

TEST(LocalSize, IsLargeAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto choose = [&](std::uint32_t lanes, std::uint32_t dimensions, const Size &global) {
    kernel.lane_dimension = lanes;
    return chooseLocalSize(kernel, {dimensions, {}, global, {}}, 4096, 2);
  };
  EXPECT_EQ(choose(0, 2, {1024, 1024, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(choose(1, 2, {1024, 1024, 1}), (Size{1, 256, 1}));
  EXPECT_EQ(choose(1, 2, {1024, 32, 1}), (Size{8, 32, 1}));
  EXPECT_EQ(choose(2, 3, {128, 128, 128}), (Size{1, 2, 128}));
  EXPECT_EQ(choose(1, 1, {1024, 1, 1}), (Size{128, 1, 1})) << "the range has no such dimension";
}

TEST(LocalSize, OfKernelsThatCannotSeeGroupsGrowsAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto reshape = [&](const Size &global, const Size &local) {
    return reshapedLocalSize(kernel, {2, {}, global, local}, 2);
  };
  kernel.flags = WEFT_KERNEL_HAS_LANES | WEFT_KERNEL_GROUP_FREE;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{4, 64, 1})) << "it can see them";
  kernel.flags |= WEFT_KERNEL_ANY_GROUPS;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(reshape({1024, 1024, 1}, {512, 1, 1}), (Size{512, 1, 1})) << "long enough";
  EXPECT_EQ(reshape({31, 64, 1}, {32, 8, 1}), (Size{32, 8, 1})) << "nothing is longer";
  kernel.lane_dimension = 1;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{1, 256, 1}));
  kernel.flags |= WEFT_KERNEL_USES_PRINTF;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{4, 64, 1}));
  kernel.flags &= ~WEFT_KERNEL_USES_PRINTF;
  kernel.required_work_group_size[0] = 4;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{4, 64, 1}));
}

TEST(LocalSize, OfKernelsWhoseRowsShareLoadsHasSeveralRows) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto reshape = [&](const Size &global, const Size &local) {
    return reshapedLocalSize(kernel, {2, {}, global, local}, 2);
  };
  kernel.flags = WEFT_KERNEL_HAS_LANES | WEFT_KERNEL_GROUP_FREE | WEFT_KERNEL_ANY_GROUPS |
                 WEFT_KERNEL_SHARES_ROWS;
  EXPECT_EQ(reshape({1024, 1024, 1}, {16, 16, 1}), (Size{16, 16, 1}));
  EXPECT_EQ(reshape({1024, 1024, 1}, {16, 1, 1}), (Size{64, 4, 1}));
  EXPECT_EQ(reshape({1024, 2, 1}, {16, 2, 1}), (Size{256, 1, 1})) << "too few rows";
  EXPECT_EQ(chooseLocalSize(kernel, {2, {}, {1024, 1024, 1}, {}}, 4096, 2), (Size{64, 4, 1}));
  EXPECT_EQ(chooseLocalSize(kernel, {1, {}, {1024, 1, 1}, {}}, 4096, 2), (Size{128, 1, 1}));
  kernel.lane_dimension = 1;
  EXPECT_EQ(reshape({1024, 1024, 1}, {16, 16, 1}), (Size{16, 16, 1}));
  EXPECT_EQ(reshape({1024, 1024, 1}, {1, 16, 1}), (Size{4, 64, 1}));
}

TEST(LocalSize, OfKernelsThatCannotSeeGroupsIsSmallerWhereGroupsWouldBeFew) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto reshape = [&](const Size &global, const Size &local, std::size_t threads = 2) {
    return reshapedLocalSize(kernel, {2, {}, global, local}, threads);
  };
  EXPECT_EQ(reshape({1040, 1, 1}, {208, 1, 1}), (Size{208, 1, 1})) << "it can see groups";
  kernel.flags = WEFT_KERNEL_HAS_LANES | WEFT_KERNEL_GROUP_FREE | WEFT_KERNEL_ANY_GROUPS;
  EXPECT_EQ(reshape({1040, 1, 1}, {208, 1, 1}), (Size{48, 1, 1}));
  EXPECT_EQ(reshape({1040, 1, 1}, {208, 1, 1}, 1), (Size{208, 1, 1})) << "nobody to share with";
  EXPECT_EQ(reshape({1024, 3, 1}, {1024, 1, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(reshape({2048, 1, 1}, {256, 1, 1}), (Size{256, 1, 1})) << "enough groups";
  EXPECT_EQ(reshape({64, 1, 1}, {64, 1, 1}), (Size{64, 1, 1})) << "gangs would not be full";
  EXPECT_EQ(reshape({509, 1, 1}, {509, 1, 1}), (Size{32, 1, 1})) << "a prime";
}

TEST(LocalSize, OfKernelsThatCannotSeeGroupsNeedNotDivideRowsAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.sub_group_size = 8;
  kernel.flags = WEFT_KERNEL_HAS_LANES | WEFT_KERNEL_GROUP_FREE | WEFT_KERNEL_UNIFORM_GROUPS;
  using Size = std::array<std::uint64_t, 3>;
  const auto reshape = [&](const Size &global, const Size &local, std::size_t threads = 2) {
    return reshapedLocalSize(kernel, {2, {}, global, local}, threads);
  };
  EXPECT_EQ(reshape({10007, 1, 1}, {1, 1, 1}), (Size{1, 1, 1})) << "it can see groups";
  kernel.flags |= WEFT_KERNEL_ANY_GROUPS;
  EXPECT_EQ(reshape({10007, 1, 1}, {1, 1, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(reshape({1040, 1, 1}, {104, 1, 1}), (Size{32, 1, 1})) << "gangs of four vectors";
  EXPECT_EQ(reshape({1000, 1000, 1}, {200, 1, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(reshape({2400, 1, 1}, {240, 1, 1}), (Size{256, 1, 1})) << "shares are equal enough";
  EXPECT_EQ(reshape({1296, 1, 1}, {162, 1, 1}), (Size{96, 1, 1}));
  EXPECT_EQ(reshape({200, 1000, 1}, {100, 1, 1}), (Size{200, 1, 1})) << "a whole row";
  EXPECT_EQ(reshape({1 << 20, 1, 1}, {320, 1, 1}), (Size{320, 1, 1})) << "long enough";
  kernel.sub_group_size = 16;
  EXPECT_EQ(reshape({1040, 1, 1}, {104, 1, 1}), (Size{64, 1, 1}));
  kernel.lane_dimension = 1;
  EXPECT_EQ(reshape({1000, 1000, 1}, {1, 200, 1}), (Size{1, 256, 1}));
  EXPECT_EQ(reshapedLocalSize(kernel, {1, {}, {10007, 1, 1}, {1, 1, 1}}, 2), (Size{1, 1, 1}))
      << "the range has no such dimension";
}

TEST(LocalSize, WithoutLanesLeavesLongGroupsApart) {
  weft_kernel_description kernel = sizedKernel();
  kernel.flags = WEFT_KERNEL_GROUP_FREE | WEFT_KERNEL_ANY_GROUPS;
  using Size = std::array<std::uint64_t, 3>;
  const auto reshape = [&](const Size &global, const Size &local, float itemNanoseconds,
                           std::size_t threads = 2) {
    return reshapedLocalSize(kernel, {1, {}, global, local}, threads, itemNanoseconds);
  };
  EXPECT_EQ(reshape({8, 1, 1}, {1, 1, 1}, 1e6), (Size{1, 1, 1}));
  EXPECT_EQ(reshape({8, 1, 1}, {1, 1, 1}, 0), (Size{1, 1, 1})) << "they may be long";
  EXPECT_EQ(reshape({8, 1, 1}, {1, 1, 1}, 10), (Size{8, 1, 1}));
  EXPECT_EQ(reshape({8, 1, 1}, {8, 1, 1}, 1e6), (Size{1, 1, 1}));
  EXPECT_EQ(reshape({1024, 1, 1}, {64, 1, 1}, 1e4), (Size{64, 1, 1}));
  EXPECT_EQ(reshape({1024, 1, 1}, {64, 1, 1}, 1e4, 64), (Size{4, 1, 1})) << "more threads";
  EXPECT_EQ(reshape({1 << 20, 1, 1}, {64, 1, 1}, 1), (Size{256, 1, 1}));
  EXPECT_EQ(reshape({1 << 20, 1, 1}, {64, 1, 1}, 0), (Size{256, 1, 1}));
}

TEST(LocalSize, IsSmallWhereBetterCodeMayTakeOverBetweenFewGroups) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto divide = [&](const Size &global, const Size &local) {
    return replaceableLocalSize(kernel, {2, {}, global, local}, 2);
  };
  EXPECT_EQ(divide({2048, 1, 1}, {256, 1, 1}), (Size{256, 1, 1})) << "it can see groups";
  kernel.flags = WEFT_KERNEL_GROUP_FREE | WEFT_KERNEL_ANY_GROUPS;
  EXPECT_EQ(divide({2048, 1, 1}, {256, 1, 1}), (Size{4, 1, 1}));
  EXPECT_EQ(divide({64, 1, 1}, {64, 1, 1}), (Size{1, 1, 1}));
  EXPECT_EQ(divide({31, 128, 1}, {31, 4, 1}), (Size{7, 1, 1})) << "no divisor";
  EXPECT_EQ(divide({1024, 1024, 1}, {4, 64, 1}), (Size{256, 1, 1})) << "many groups anyway";
  kernel.lane_dimension = 1;
  EXPECT_EQ(divide({64, 64, 1}, {64, 1, 1}), (Size{1, 8, 1}));
  EXPECT_EQ(replaceableLocalSize(kernel, {1, {}, {64, 1, 1}, {64, 1, 1}}, 2), (Size{64, 1, 1}));
}

TEST(LocalSize, NeedsWideIdsBeyondThirtyOneBits) {
  weft_kernel_description kernel = sizedKernel();
  kernel.flags = WEFT_KERNEL_HAS_LANES;
  const auto needs = [&](std::uint64_t offset, std::uint64_t global) {
    return needsWideIds(kernel, {2, {0, offset, 0}, {64, global, 1}, {64, 1, 1}});
  };
  constexpr std::uint64_t most = WEFT_SMALL_LAUNCH_LIMIT;
  EXPECT_FALSE(needs(0, most));
  EXPECT_TRUE(needs(0, most + 1));
  EXPECT_TRUE(needs(most, 1));
  EXPECT_TRUE(needs(0, WEFT_WIDE_LAUNCH_LIMIT));
  EXPECT_FALSE(needs(1, WEFT_WIDE_LAUNCH_LIMIT)) << "too wide for any";
  EXPECT_FALSE(needs(~std::uint64_t{0}, 2)) << "overflows";
  kernel.flags = 0;
  EXPECT_FALSE(needs(most, 1)) << "without lanes";
}

TEST(LocalSize, IsWorthCodeOfItsOwnWhereFewWorkItemsAreAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  const auto gains = [&](const std::array<std::uint64_t, 3> &local, std::uint64_t cutOff = 0) {
    return gainsFromKnownSize(kernel,
                              {3, {}, {4 * local[0], 2 * local[1] - cutOff, local[2]}, local});
  };
  EXPECT_FALSE(gains({4, 64, 1})) << "the kernel has no lanes";
  kernel.flags = WEFT_KERNEL_HAS_LANES;
  EXPECT_TRUE(gains({4, 64, 1}));
  EXPECT_FALSE(gains({4, 64, 1}, 3)) << "some groups are cut off";
  EXPECT_TRUE(gains({2, 2, 32}));
  EXPECT_TRUE(gains({16, 16, 1}));
  EXPECT_TRUE(gains({64, 4, 1}));
  EXPECT_FALSE(gains({128, 2, 1}));
  EXPECT_FALSE(gains({16, 1, 1}));
  EXPECT_FALSE(gains({2, 2, 2}));
  kernel.flags |= WEFT_KERNEL_HAS_STRAIGHT_BARRIERS;
  EXPECT_TRUE(gains({128, 2, 1}));
  EXPECT_TRUE(gains({256, 1, 1}));
  EXPECT_FALSE(gains({1024, 1, 1}));
  kernel.flags &= ~WEFT_KERNEL_HAS_STRAIGHT_BARRIERS;
  kernel.lane_dimension = 1;
  EXPECT_FALSE(gains({2, 128, 1}));
  EXPECT_TRUE(gains({128, 2, 1}));
  kernel.flags |= WEFT_KERNEL_ANY_GROUPS;
  EXPECT_FALSE(gains({128, 2, 1}));
}

TEST(FrameBytes, CountsBlocksAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.context_item_bytes = 24;
  kernel.lane_dimension = 1;
  EXPECT_EQ(contextBytes(kernel, {3, WEFT_CONTEXT_LANES + 1, 2}),
            2 * WEFT_CONTEXT_LANES * 3 * 2 * 24u);
  kernel.lane_dimension = 2;
  EXPECT_EQ(contextBytes(kernel, {3, 2, WEFT_CONTEXT_LANES}), WEFT_CONTEXT_LANES * 3 * 2 * 24u);
}

TEST(FrameBytes, CountsBlocksOfLanes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.context_fixed_bytes = 128;
  kernel.context_item_bytes = 24;
  EXPECT_EQ(contextBytes(kernel, {1, 1, 1}), 128u + WEFT_CONTEXT_LANES * 24);
  EXPECT_EQ(contextBytes(kernel, {WEFT_CONTEXT_LANES + 1, 3, 2}),
            128u + 2 * WEFT_CONTEXT_LANES * 3 * 2 * 24);
  EXPECT_EQ(contextBytes(kernel, {UINT64_MAX, 1, 1}), UINT64_MAX);
  EXPECT_EQ(contextBytes(kernel, {1u << 30, 1u << 30, 1u << 30}), UINT64_MAX);
}

} // namespace
} // namespace weft::device
