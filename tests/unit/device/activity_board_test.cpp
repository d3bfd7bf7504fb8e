// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that `weft top` looks at: what has no room is counted together.
#include "device/base/reports/activity_board.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace weft {
namespace {

std::string nameOf(const ActivityBoard::Command &command) { return command.name; }

TEST(ActivityBoard, HasOneSlotForEachName) {
  const auto board = std::make_unique<ActivityBoard>();
  ActivityBoard::Command &first = board->command("first");
  EXPECT_EQ(nameOf(first), "first");
  EXPECT_EQ(&board->command("first"), &first);
  EXPECT_NE(&board->command("second"), &first);
}

TEST(ActivityBoard, CutsLongNames) {
  const auto board = std::make_unique<ActivityBoard>();
  const std::string longName(300, 'x');
  ActivityBoard::Command &command = board->command(longName);
  EXPECT_EQ(nameOf(command), std::string(sizeof command.name - 1, 'x'));
  EXPECT_EQ(&board->command(longName), &command);
}

TEST(ActivityBoard, CountsWhatHasNoRoomTogether) {
  const auto board = std::make_unique<ActivityBoard>();
  for (std::size_t index = 0; index + 1 < ActivityBoard::maxCommands; ++index)
    EXPECT_EQ(nameOf(board->command("kernel " + std::to_string(index))),
              "kernel " + std::to_string(index));
  EXPECT_EQ(nameOf(board->command("one more")), ActivityBoard::others);
  EXPECT_EQ(&board->command("another"), &board->command("one more"));
  EXPECT_EQ(nameOf(board->command("kernel 7")), "kernel 7");

  std::vector<char> queues(2 * ActivityBoard::maxQueues);
  for (const char &queue : queues)
    board->queue(&queue).ended.fetch_add(1);
  EXPECT_EQ(board->queue(&queues.front()).ended.load(), 1u);
  EXPECT_EQ(board->queue(&queues.back()).ended.load(), ActivityBoard::maxQueues + 1);

  for (std::size_t thread = 0; thread < ActivityBoard::maxThreads; ++thread)
    EXPECT_NE(board->addThread(), nullptr);
  EXPECT_EQ(board->addThread(), nullptr);
}

TEST(ActivityBoard, TakesNamesOfManyThreads) {
  const auto board = std::make_unique<ActivityBoard>();
  constexpr int names = 40, threads = 4;
  std::vector<std::thread> all;
  all.reserve(threads);
  for (int thread = 0; thread < threads; ++thread)
    all.emplace_back([&] {
      for (int index = 0; index < names; ++index)
        board->command("kernel " + std::to_string(index)).ended.fetch_add(1);
    });
  for (std::thread &thread : all)
    thread.join();
  for (int index = 0; index < names; ++index)
    EXPECT_EQ(board->command("kernel " + std::to_string(index)).ended.load(), threads);
}

} // namespace
} // namespace weft
