// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the commands of a command buffer become segments and waves.
#include "icd/core/command_buffer/replay_plan.h"

#include <gtest/gtest.h>

namespace weft::icd {
namespace {

using List = std::vector<std::uint32_t>;

PlannedCommand command(List waitsFor, std::uint32_t queue = 0) {
  return {.queue = queue, .isBarrier = false, .waitsFor = std::move(waitsFor)};
}
PlannedCommand barrier(List waitsFor, std::uint32_t queue = 0) {
  return {.queue = queue, .isBarrier = true, .waitsFor = std::move(waitsFor)};
}

TEST(ReplayOrder, OneQueueIsOneSegment) {
  const std::vector<PlannedCommand> chain{command({}), command({0}), command({1}), command({2})};
  const ReplayOrder order(chain);
  ASSERT_EQ(order.segments().size(), 1u);
  EXPECT_EQ(order.segments()[0].commands, (List{0, 1, 2, 3}));
  EXPECT_EQ(order.segments()[0].waveEnds, (List{1, 2, 3, 4}));
}

TEST(ReplayOrder, WavesHoldWhatDoesNotDependOnEachOther) {
  // Two chains that a third command joins.
  const std::vector<PlannedCommand> commands{command({}), command({0}), command({}), command({2}),
                                             command({1, 3})};
  const ReplayOrder order(commands);
  ASSERT_EQ(order.segments().size(), 1u);
  EXPECT_EQ(order.segments()[0].commands, (List{0, 2, 1, 3, 4}));
  EXPECT_EQ(order.segments()[0].waveEnds, (List{2, 4, 5}));
}

TEST(ReplayOrder, BarriersOrderAndRunNothing) {
  const std::vector<PlannedCommand> commands{command({}), command({}), barrier({0, 1}),
                                             command({2}), command({2})};
  const ReplayOrder order(commands);
  ASSERT_EQ(order.segments().size(), 1u);
  EXPECT_EQ(order.segments()[0].commands, (List{0, 1, 3, 4}));
  EXPECT_EQ(order.segments()[0].waveEnds, (List{2, 4}));
}

TEST(ReplayOrder, NothingIsNoSegment) {
  EXPECT_TRUE(ReplayOrder(std::span<const PlannedCommand>()).segments().empty());
}

TEST(ReplayOrder, AnotherQueueWaitsForNoMoreThanItNeeds) {
  // 0 on the first queue, 1 on the second waits for it; 2 on the first comes later.
  const std::vector<PlannedCommand> commands{command({}, 0), command({0}, 1), command({0}, 0)};
  const ReplayOrder order(commands);
  ASSERT_EQ(order.segments().size(), 3u);
  EXPECT_EQ(order.segments()[1].waitsFor, (List{0}));
  EXPECT_EQ(order.segments()[2].waitsFor, (List{0}));
  EXPECT_EQ(order.segments()[2].queue, 0u);
  EXPECT_TRUE(order.segments()[0].isAwaited);
  EXPECT_FALSE(order.segments()[1].isAwaited);
}

TEST(ReplayOrder, QueuesWithoutOrderHaveOneSegmentEach) {
  const std::vector<PlannedCommand> commands{command({}, 0), command({}, 1), command({0}, 0),
                                             command({1}, 1)};
  const ReplayOrder order(commands);
  ASSERT_EQ(order.segments().size(), 2u);
  EXPECT_TRUE(order.segments()[0].waitsFor.empty());
  EXPECT_EQ(order.segments()[1].commands, (List{1, 3}));
}

TEST(ReplayOrder, ASegmentTakesMoreCommandsThatWaitForTheSame) {
  const std::vector<PlannedCommand> commands{command({}, 0), command({0}, 1), command({0, 1}, 1)};
  const ReplayOrder order(commands);
  ASSERT_EQ(order.segments().size(), 2u);
  EXPECT_EQ(order.segments()[1].commands, (List{1, 2}));
}

} // namespace
} // namespace weft::icd
