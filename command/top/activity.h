// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process's activity, from samples of its board (device/base/reports/activity_board.h): queues,
// commands, threads and builds.
#pragma once

#include "device/base/reports/activity_board.h"
#include "device/launch/version_trials.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::command {

/// Another process's board, for reading.
class BoardView {
public:
  BoardView() = default;
  /// The memory sent by a process; an empty view if that is not a board.
  BoardView(int memory, std::uint32_t layout);
  ~BoardView();
  BoardView(BoardView &&other) noexcept : board(other.board) { other.board = nullptr; }
  BoardView &operator=(BoardView &&other) noexcept;

  explicit operator bool() const { return board; }
  const ActivityBoard &operator*() const { return *board; }

private:
  const ActivityBoard *board = nullptr;
};

/// A process's activity up to a moment, and since the previous sample. Times are in nanoseconds of
/// the monotonic clock.
class Activity {
public:
  struct Queue {
    std::string name;
    std::uint64_t enqueued = 0, ended = 0, failed = 0;
    std::string last; ///< the last to end

    std::uint64_t waiting() const { return enqueued > ended ? enqueued - ended : 0; }
  };
  /// Which of its versions a kernel runs on ranges of one kind.
  struct Trial {
    device::RangeKind kind;
    ActivityBoard::Trial::State state;
    double gain; ///< over the other version; 0: not measured
  };
  struct Command {
    std::string name;
    std::uint64_t ended = 0, running = 0;
    double nanoseconds = 0; ///< including that of a running one so far
    double longest = 0;
    std::vector<Trial> trials; ///< empty unless it is a kernel that is tried
  };
  struct Thread {
    std::string name;
    double nanoseconds = 0; ///< total busy time
    double share = 0;       ///< busy since the previous sample, from 0 to 1
  };
  struct Builds {
    std::uint64_t count = 0, failed = 0, kernels = 0;
    double nanoseconds = 0, compilerNanoseconds = 0;
  };

  Activity() = default;
  /// `begin`: the reference for the first sample.
  explicit Activity(std::uint64_t begin) : lookedAt(begin) {}

  void look(const ActivityBoard &board, std::uint64_t now);

  const std::vector<Queue> &queues() const { return allQueues; }
  /// Most time-consuming first.
  const std::vector<Command> &commands() const { return allCommands; }
  const std::vector<Thread> &threads() const { return allThreads; }
  const Builds &builds() const { return allBuilds; }
  std::uint64_t commandsEnded() const { return endedCount; }
  std::uint64_t commandsFailed() const { return failedCount; }
  double commandsPerSecond() const { return rate; }

private:
  void sampleCommands(const ActivityBoard &board, std::uint64_t now);
  void sampleQueues(const ActivityBoard &board);
  void sampleThreads(const ActivityBoard &board, std::uint64_t now);

  std::vector<Queue> allQueues;
  std::vector<Command> allCommands;
  std::vector<Thread> allThreads;
  Builds allBuilds;
  std::uint64_t endedCount = 0, failedCount = 0, lookedAt = 0;
  double rate = 0;
};

} // namespace weft::command
