// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/cell_pool.h"

#include "device/kernel_abi_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace weft::device {
namespace {

constexpr std::uint64_t numbersInACycle =
    (1ull << (WEFT_CELL_END - WEFT_CELL_LAUNCH_SHIFT)) - 1; // without 0

TEST(CellPool, LaunchesOfACycleHaveNumbersOfTheirOwn) {
  CellPool pool;
  std::set<std::uint64_t> numbers;
  for (std::uint64_t index = 0; index != numbersInACycle; ++index) {
    const CellPool::LaunchNumber launch = pool.nextLaunch();
    EXPECT_EQ(launch.cycle, 0u);
    EXPECT_EQ(launch.bits & ((1ull << WEFT_CELL_LAUNCH_SHIFT) - 1), 0u);
    EXPECT_NE(launch.bits, 0u);
    EXPECT_LT(launch.bits, 1ull << WEFT_CELL_END);
    numbers.insert(launch.bits);
  }
  EXPECT_EQ(numbers.size(), numbersInACycle);
  EXPECT_EQ(pool.nextLaunch().cycle, 1u);
}

TEST(CellPool, NewMemoryIsZeroAndUsedMemoryIsTakenAgain) {
  CellPool pool;
  const auto launch = pool.nextLaunch();
  const CellPool::Region first = pool.take(10'000, launch);
  ASSERT_TRUE(first.begin);
  EXPECT_GE(first.bytes, 10'000u);
  EXPECT_TRUE(std::all_of(first.begin, first.begin + first.bytes, [](auto byte) { return !byte; }));
  const CellPool::Region other = pool.take(10'000, launch);
  EXPECT_NE(other.begin, first.begin);
  first.begin[5] = 7;
  pool.giveBack(first);
  const CellPool::Region again = pool.take(9'000, pool.nextLaunch());
  EXPECT_EQ(again.begin, first.begin);
  EXPECT_EQ(again.begin[5], 7); // of another launch, so it counts as empty
  pool.giveBack(again);
  pool.giveBack(other);
}

TEST(CellPool, MemoryIsZeroedWhenNumbersBeginAnew) {
  CellPool pool;
  const CellPool::Region region = pool.take(4096, pool.nextLaunch());
  ASSERT_TRUE(region.begin);
  region.begin[100] = 1;
  pool.giveBack(region);
  CellPool::LaunchNumber launch;
  while (launch.cycle == 0)
    launch = pool.nextLaunch();
  const CellPool::Region again = pool.take(4096, launch);
  EXPECT_EQ(again.begin, region.begin);
  EXPECT_EQ(again.begin[100], 0);
  pool.giveBack(again);
}

TEST(CellPool, SmallRequestsDoNotTakeLargeMemory) {
  CellPool pool;
  const auto launch = pool.nextLaunch();
  const CellPool::Region large = pool.take(1 << 20, launch);
  pool.giveBack(large);
  const CellPool::Region small = pool.take(4096, launch);
  EXPECT_NE(small.begin, large.begin);
  pool.giveBack(small);
}

TEST(CellPool, WithoutMemoryThereIsNoRegion) {
  CellPool pool;
  const CellPool::Region none = pool.take(1ull << 62, pool.nextLaunch());
  EXPECT_FALSE(none.begin);
  pool.giveBack(none);
}

} // namespace
} // namespace weft::device
