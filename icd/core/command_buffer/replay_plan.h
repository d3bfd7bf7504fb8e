// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a replay of a command buffer runs, in an order that is worked out once, when the host
// finalises it.
//
// Recorded commands depend on earlier ones alone, so their graph has no cycles. Each queue's
// commands are cut into segments, and a segment becomes one command of the queue engine: a buffer
// for one queue is one segment, however many commands it has. A segment ends where another queue
// has to wait for it, and a new one begins where it has to wait for another queue.
//
// A segment runs its commands in waves. The wave of a command is one more than the latest one among
// the segment's commands that it waits for, so those of a wave do not depend on each other, and run
// at once where they are worth more threads than the one that replays. Barriers order, and run
// nothing.
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

/// A recorded command, as far as the order is concerned.
struct PlannedCommand {
  std::uint32_t queue = 0;             ///< its index among the command buffer's
  bool isBarrier = false;              ///< has nothing to run
  std::vector<std::uint32_t> waitsFor; ///< earlier commands, in any order
};

/// What is fixed when the command buffer is. Immutable but for what is measured; thread-safe.
class ReplayOrder {
public:
  struct Segment {
    std::uint32_t queue = 0;
    std::vector<std::uint32_t> waitsFor; ///< earlier segments, each once
    bool isAwaited = false;              ///< by a later segment
    std::vector<std::uint32_t> commands; ///< without barriers, wave by wave
    std::vector<std::uint32_t> waveEnds; ///< positions in `commands`
    /// What the last replay took.
    mutable std::atomic<float> nanoseconds{std::numeric_limits<float>::infinity()};
  };

  /// Throws bad_alloc.
  explicit ReplayOrder(std::span<const PlannedCommand> commands);
  const std::deque<Segment> &segments() const { return segmentList; }

private:
  void cut(std::span<const PlannedCommand> commands, std::vector<std::uint32_t> &segmentOf);

  std::deque<Segment> segmentList;
};

/// The operations by command; null for barriers. Replays share them: an update makes a new list.
using OperationList = std::vector<std::shared_ptr<Operation>>;

/// The operation of one segment of one replay. Throws bad_alloc.
std::unique_ptr<Operation> makeReplay(std::shared_ptr<const ReplayOrder> order,
                                      const ReplayOrder::Segment &segment,
                                      std::shared_ptr<const OperationList> operations);

} // namespace weft::icd
