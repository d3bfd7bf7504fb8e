// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a replay of a command buffer runs, in an order that is computed once, when the host
// finalises it.
//
// Recorded commands depend only on earlier ones, so their graph is acyclic. Each queue's commands
// are divided into segments, and a segment becomes one command of the queue engine: a buffer for
// one queue is one segment, however many commands it has. A segment ends where another queue waits
// for it, and a new one begins where it waits for another queue.
//
// A segment runs its commands in waves. The wave of a command is one more than the latest wave of
// its dependencies in the segment, so commands of a wave are independent, and run concurrently if
// they justify more threads than the replaying one. Barriers only order commands.
//
// Memory order. The plan does not change, and loops order waves: a wave begins when all threads of
// the one before have left it (device/threads/range_job.h). So commands of different waves need no
// order of their own, nor does the status of a wave. tests/models/replay_plan.cpp
#pragma once

#include "icd/core/context/operation.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace weft::icd {

/// A recorded command, as the order sees it.
struct PlannedCommand {
  std::uint32_t queue = 0;             ///< its index among the command buffer's
  bool isBarrier = false;              ///< has nothing to run
  std::vector<std::uint32_t> waitsFor; ///< earlier commands, in any order
};

/// Fixed when the command buffer is finalised. Immutable except for measurements; thread-safe.
class ReplayOrder {
public:
  struct Segment {
    std::uint32_t queue = 0;
    std::vector<std::uint32_t> waitsFor; ///< earlier segments, each once
    bool isAwaited = false;              ///< by a later segment
    std::vector<std::uint32_t> commands; ///< without barriers, wave by wave
    std::vector<std::uint32_t> waveEnds; ///< positions in `commands`
    /// The duration of the last replay.
    mutable std::atomic<float> nanoseconds{std::numeric_limits<float>::infinity()};
  };

  /// Throws bad_alloc.
  explicit ReplayOrder(std::span<const PlannedCommand> commands);
  const std::deque<Segment> &segments() const { return segmentList; }

private:
  void cut(std::span<const PlannedCommand> commands, std::vector<std::uint32_t> &segmentOf);

  std::deque<Segment> segmentList;
};

/// The operations by command; null for barriers. Shared by replays: an update creates a new list.
using OperationList = std::vector<std::shared_ptr<Operation>>;

/// The operation of one segment of one replay. Throws bad_alloc.
std::unique_ptr<Operation> makeReplay(std::shared_ptr<const ReplayOrder> order,
                                      const ReplayOrder::Segment &segment,
                                      std::shared_ptr<const OperationList> operations);

} // namespace weft::icd
