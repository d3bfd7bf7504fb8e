// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a process does, as looks at its board (device/base/reports/activity_board.h) tell: queues,
// commands, threads and builds.
#pragma once

#include "device/base/reports/activity_board.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::command {

/// A board of another process, for reading.
class BoardView {
public:
  BoardView() = default;
  /// The memory that a process sent; a view of nothing if that is no board.
  BoardView(int memory, std::uint32_t layout);
  ~BoardView();
  BoardView(BoardView &&other) noexcept : board(other.board) { other.board = nullptr; }
  BoardView &operator=(BoardView &&other) noexcept;

  explicit operator bool() const { return board; }
  const ActivityBoard &operator*() const { return *board; }

private:
  const ActivityBoard *board = nullptr;
};

/// What a process has done until a moment, and what it did since the look before. Times are in
/// nanoseconds of the monotonic clock.
class Activity {
public:
  struct Queue {
    std::string name;
    std::uint64_t enqueued = 0, ended = 0, failed = 0;
    std::string last; ///< what ended last

    std::uint64_t waiting() const { return enqueued > ended ? enqueued - ended : 0; }
  };
  struct Command {
    std::string name;
    std::uint64_t ended = 0, running = 0;
    double nanoseconds = 0; ///< with what one that runs has taken so far
    double longest = 0;
  };
  struct Thread {
    std::string name;
    double nanoseconds = 0; ///< busy in all
    double share = 0;       ///< busy since the look before, from 0 to 1
  };
  struct Builds {
    std::uint64_t count = 0, failed = 0, kernels = 0;
    double nanoseconds = 0, compilerNanoseconds = 0;
  };

  Activity() = default;
  /// `begin`: what the first look compares with.
  explicit Activity(std::uint64_t begin) : lookedAt(begin) {}

  void look(const ActivityBoard &board, std::uint64_t now);

  const std::vector<Queue> &queues() const { return allQueues; }
  /// Those that take the most time first.
  const std::vector<Command> &commands() const { return allCommands; }
  const std::vector<Thread> &threads() const { return allThreads; }
  const Builds &builds() const { return allBuilds; }
  std::uint64_t commandsEnded() const { return endedCount; }
  std::uint64_t commandsFailed() const { return failedCount; }
  double commandsPerSecond() const { return rate; }

private:
  void lookAtCommands(const ActivityBoard &board, std::uint64_t now);
  void lookAtQueues(const ActivityBoard &board);
  void lookAtThreads(const ActivityBoard &board, std::uint64_t now);

  std::vector<Queue> allQueues;
  std::vector<Command> allCommands;
  std::vector<Thread> allThreads;
  Builds allBuilds;
  std::uint64_t endedCount = 0, failedCount = 0, lookedAt = 0;
  double rate = 0;
};

} // namespace weft::command
