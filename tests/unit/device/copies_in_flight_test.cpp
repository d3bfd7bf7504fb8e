// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of a group's asynchronous copies, and what copies find in cells.
#include "device/checks/copied_cells.h"
#include "device/checks/copies_in_flight.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <set>
#include <vector>

namespace weft::device {
namespace {

std::set<std::uint64_t> bytesOf(const CopySide &side) {
  std::set<std::uint64_t> bytes;
  for (std::uint64_t plane = 0; plane != side.planes; ++plane)
    for (std::uint64_t row = 0; row != side.lines; ++row)
      for (std::uint64_t byte = 0; byte != side.bytes; ++byte)
        bytes.insert(side.begin + plane * side.plane + row * side.line + byte);
  return bytes;
}

bool meet(const std::set<std::uint64_t> &one, const std::set<std::uint64_t> &other) {
  for (const std::uint64_t byte : one)
    if (other.contains(byte))
      return true;
  return false;
}

TEST(CopySide, OverlapsWhereItsBytesDo) {
  std::mt19937 random(1);
  const auto below = [&](unsigned limit) { return std::uint64_t{random() % limit}; };
  const auto side = [&] {
    CopySide made{100 + below(40), below(5), below(4), below(9), below(4), below(30)};
    made.plane += made.lines * made.line;
    return made;
  };
  for (unsigned round = 0; round != 5000; ++round) {
    const CopySide one = side(), other = side();
    EXPECT_EQ(one.overlaps(other), meet(bytesOf(one), bytesOf(other))) << round;
    const CopySide bytes{100 + below(90), 1 + below(9), 1, 0, 1, 0};
    EXPECT_EQ(one.overlaps(bytes.begin, bytes.bytes), meet(bytesOf(one), bytesOf(bytes))) << round;
  }
}

class CopyList : public testing::Test {
protected:
  CopyInFlight copyOf(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) const {
    CopyInFlight copy;
    copy.written = {to, bytes, 1, 0, 1, 0};
    copy.read = {from, bytes, 1, 0, 1, 0};
    copy.site = &place;
    copy.isToLocal = true;
    return copy;
  }
  std::uint64_t begin(std::uint64_t to, std::uint64_t from, std::uint64_t joined = 0) {
    return list.begin(copyOf(to, from, 16), joined, /*isDelayed=*/false).event;
  }
  CopiesInFlight::Wait await(std::uint64_t event) { return list.await(event, place).kind; }
  weft_copies &summary() { return *reinterpret_cast<weft_copies *>(memory.data()); }

  weft_check_site place{};
  std::vector<std::max_align_t> memory{CopiesInFlight::bytes() / sizeof(std::max_align_t) + 1};
  CopiesInFlight list{&summary()};
};

TEST_F(CopyList, HasCopiesUntilTheirWaitHasEnded) {
  const std::uint64_t first = begin(1000, 5000), second = begin(1100, 5100);
  EXPECT_NE(first, second);
  EXPECT_EQ(summary().local_written.begin, 1000u);
  EXPECT_EQ(summary().local_written.size, 116u);
  EXPECT_EQ(summary().global_read.begin, 5000u);
  EXPECT_NE(list.touched(1000, 4, /*writes=*/false), nullptr);
  EXPECT_EQ(list.touched(5000, 4, /*writes=*/false), nullptr);
  EXPECT_NE(list.touched(5000, 4, /*writes=*/true), nullptr);
  EXPECT_EQ(await(first), CopiesInFlight::Wait::Known);
  EXPECT_NE(list.touched(1000, 4, /*writes=*/false), nullptr) << "others have not come yet";
  list.end();
  EXPECT_EQ(list.touched(1000, 4, /*writes=*/false), nullptr);
  EXPECT_EQ(summary().local_written.begin, 1100u);
  EXPECT_EQ(await(second), CopiesInFlight::Wait::Known);
  list.end();
  EXPECT_EQ(summary().count, 0u);
  EXPECT_EQ(summary().local_written.size, 0u);
}

TEST_F(CopyList, KnowsEvents) {
  const std::uint64_t event = begin(1000, 5000);
  EXPECT_EQ(begin(2000, 5000, event), event);
  EXPECT_EQ(await(0), CopiesInFlight::Wait::Unknown);
  EXPECT_EQ(await(event + 1), CopiesInFlight::Wait::Unknown);
  EXPECT_EQ(await(event), CopiesInFlight::Wait::Known);
  EXPECT_EQ(await(event), CopiesInFlight::Wait::Known) << "twice in one list";
  list.end();
  EXPECT_TRUE(list.all().empty());
  EXPECT_EQ(await(event), CopiesInFlight::Wait::Again);
}

TEST_F(CopyList, FindsConflictsUpToAFence) {
  begin(1000, 5000);
  EXPECT_NE(list.begin(copyOf(1008, 5000, 16), 0, false).conflict, nullptr);
  EXPECT_NE(list.begin(copyOf(7000, 1008, 16), 0, false).conflict, nullptr);
  EXPECT_NE(list.begin(copyOf(5008, 8000, 16), 0, false).conflict, nullptr);
  EXPECT_EQ(list.begin(copyOf(3000, 9000, 16), 0, false).conflict, nullptr);
  list.fence();
  EXPECT_EQ(list.begin(copyOf(1008, 5000, 16), 0, false).conflict, nullptr);
}

TEST_F(CopyList, MakesDelayedCopiesWhenTheyEnd) {
  int from[] = {1, 2, 3, 4}, to[4] = {};
  const auto copy = copyOf(reinterpret_cast<std::uintptr_t>(to),
                           reinterpret_cast<std::uintptr_t>(from), sizeof from);
  const std::uint64_t event = list.begin(copy, 0, /*isDelayed=*/true).event;
  from[3] = 5;
  await(event);
  EXPECT_EQ(to[3], 0);
  list.end();
  EXPECT_EQ(to[3], 5);
}

TEST_F(CopyList, ForgetsWhatDoesNotFit) {
  for (unsigned round = 0; round != 100; ++round)
    begin(1000 + round * 16, 50000);
  EXPECT_LT(list.all().size(), 100u);
  EXPECT_EQ(await(99), CopiesInFlight::Wait::Known);
}

TEST(CopiedCells, TellOfTheGroupSinceItsBarrierAndOfOthers) {
  constexpr std::uint64_t launch = std::uint64_t{1} << WEFT_CELL_LAUNCH_SHIFT;
  constexpr std::uint64_t interval = std::uint64_t{1} << WEFT_CELL_INTERVAL_SHIFT;
  const auto ofGroup = [](std::uint64_t group) { return launch | group << WEFT_CELL_GROUP_SHIFT; };
  std::vector<std::uint64_t> cells(8);
  const auto note = [&](std::uint64_t group, bool writes) {
    const CopiedCells copy{reinterpret_cast<std::uintptr_t>(cells.data()),
                           ofGroup(group) | 2 * interval,
                           3,
                           false,
                           writes,
                           2};
    return noteCopy(
        copy,
        {.bytes = 8, .lines = 2, .planes = 1, .line = 16, .plane = 0, .offset = 0, .size = 32});
  };
  EXPECT_FALSE(note(1, true));
  EXPECT_EQ(cells[2], 0u) << "between lines";
  EXPECT_FALSE(note(1, true)) << "after a wait";
  const auto read = note(2, false);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->offset, 0u);
  cells.assign(8, 0);
  EXPECT_FALSE(note(1, false));
  EXPECT_FALSE(note(2, false)) << "both read";
  ASSERT_TRUE(note(2, true));
  cells.assign(8, 0);
  cells[5] = ofGroup(1) | 2 * interval | WEFT_CELL_PLAIN | WEFT_CELL_LAUNCH_PLAIN;
  EXPECT_FALSE(note(1, false));
  cells[5] = ofGroup(1) | 2 * interval | WEFT_CELL_PLAIN | WEFT_CELL_LAUNCH_PLAIN;
  ASSERT_TRUE(note(1, true));
  cells[5] = ofGroup(1) | interval | WEFT_CELL_PLAIN | WEFT_CELL_LAUNCH_PLAIN;
  EXPECT_FALSE(note(1, true)) << "before the barrier";
}

} // namespace
} // namespace weft::device
