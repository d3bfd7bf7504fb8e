// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/command_buffer/replay_plan.h"

#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/trace.h"
#include "device/threads/arena.h"
#include "icd/core/context/checked/command_accesses.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weft::icd {
namespace {

/// Independent commands run on several threads if together they take at least this long: twice the
/// time to wake a thread.
constexpr float spreadNanoseconds = 40'000;
constexpr std::uint32_t none = ~std::uint32_t{0};

bool contains(const std::vector<std::uint32_t> &list, std::uint32_t value) {
  return std::ranges::find(list, value) != list.end();
}

/// Sorts a segment's commands into waves. `waves` has each command's wave by number.
void formWaves(ReplayOrder::Segment &segment, const std::vector<std::uint32_t> &waves) {
  std::ranges::sort(segment.commands, {},
                    [&](std::uint32_t command) { return std::pair(waves[command], command); });
  for (std::uint32_t position = 1; position <= segment.commands.size(); ++position)
    if (position == segment.commands.size() ||
        waves[segment.commands[position]] != waves[segment.commands[position - 1]])
      segment.waveEnds.push_back(position);
}

/// One execution of one segment. It owns everything it needs beyond the command buffer's lifetime.
class Replay final : public Operation {
public:
  Replay(std::shared_ptr<const ReplayOrder> order, const ReplayOrder::Segment &segment,
         std::shared_ptr<const OperationList> operations)
      : order(std::move(order)), segment(segment), operations(std::move(operations)) {}

  cl_int execute(device::Arena &arena) noexcept override {
    // Races of the buffer's commands are not searched.
    const CommandAccesses::Scope scope(nullptr);
    const std::uint64_t begin = monotonicNanoseconds();
    cl_int status = CL_SUCCESS;
    std::uint32_t first = 0;
    for (const std::uint32_t end : segment.waveEnds) {
      status = end - first == 1 ? run(first, arena) : runWave(first, end, arena);
      if (status < 0)
        return status;
      first = end;
    }
    segment.nanoseconds.store(static_cast<float>(monotonicNanoseconds() - begin),
                              std::memory_order_relaxed);
    return status;
  }

  float expectedNanoseconds() const noexcept override {
    return segment.nanoseconds.load(std::memory_order_relaxed);
  }
  const char *name() const noexcept override { return "command buffer"; }

private:
  /// Commands of one wave, distributed over several threads.
  class WaveTask final : public device::RangeTask {
  public:
    WaveTask(Replay &replay, std::uint32_t first, device::Arena &arena)
        : replay(replay), firstPosition(first), arena(arena) {}
    void run(std::size_t first, std::size_t last) noexcept override {
      for (std::size_t index = first; index < last; ++index)
        if (const cl_int result =
                replay.run(firstPosition + static_cast<std::uint32_t>(index), arena);
            result < 0)
          status.store(result, std::memory_order_relaxed);
    }
    std::atomic<cl_int> status{CL_SUCCESS};

  private:
    Replay &replay;
    const std::uint32_t firstPosition;
    device::Arena &arena;
  };

  Operation &operationAt(std::uint32_t position) const {
    return *(*operations)[segment.commands[position]];
  }

  cl_int run(std::uint32_t position, device::Arena &arena) noexcept {
    Operation &operation = operationAt(position);
    if (!isTracing())
      return operation.execute(arena);
    const std::uint64_t begin = monotonicNanoseconds();
    const char *const name = operation.name() ? operation.name() : "recorded command";
    CommandScope scope(name, nullptr);
    const cl_int result = operation.execute(arena);
    scope.end(result);
    traceSpan("command", name, begin, "\"result\":%d", result);
    return result;
  }

  bool isWorthSpreading(std::uint32_t first, std::uint32_t end) const noexcept {
    float expected = 0;
    for (; first < end && expected < spreadNanoseconds; ++first)
      expected += operationAt(first).expectedNanoseconds();
    return expected >= spreadNanoseconds;
  }

  cl_int runWave(std::uint32_t first, std::uint32_t end, device::Arena &arena) noexcept {
    WaveTask task(*this, first, arena);
    if (isWorthSpreading(first, end))
      arena.parallelFor(end - first, 1, task);
    else
      task.run(0, end - first);
    return task.status.load(std::memory_order_relaxed);
  }

  const std::shared_ptr<const ReplayOrder> order; ///< keeps the segment alive
  const ReplayOrder::Segment &segment;
  const std::shared_ptr<const OperationList> operations;
};

} // namespace

/// Assigns each command to a segment, and computes the dependencies of segments.
void ReplayOrder::cut(std::span<const PlannedCommand> commands,
                      std::vector<std::uint32_t> &segmentOf) {
  std::vector<std::uint32_t> open; // by queue: the segment that its next command may join
  std::vector<std::uint32_t> needed;
  for (std::uint32_t index = 0; index < commands.size(); ++index) {
    const PlannedCommand &command = commands[index];
    if (command.queue >= open.size())
      open.resize(command.queue + 1, none);
    std::uint32_t &current = open[command.queue];
    needed.clear();
    for (const std::uint32_t earlier : command.waitsFor)
      if (const std::uint32_t segment = segmentOf[earlier];
          segment != current && !contains(needed, segment))
        needed.push_back(segment);
    const bool joins = current != none && std::ranges::all_of(needed, [&](std::uint32_t segment) {
                         return contains(segmentList[current].waitsFor, segment);
                       });
    if (!joins) {
      if (current != none && std::ranges::any_of(command.waitsFor, [&](std::uint32_t earlier) {
            return segmentOf[earlier] == current;
          }))
        needed.push_back(current);
      for (const std::uint32_t segment : needed) {
        segmentList[segment].isAwaited = true;
        // Later commands must not delay those who wait.
        if (open[segmentList[segment].queue] == segment)
          open[segmentList[segment].queue] = none;
      }
      current = static_cast<std::uint32_t>(segmentList.size());
      Segment &added = segmentList.emplace_back();
      added.queue = command.queue;
      added.waitsFor = needed;
    }
    segmentOf[index] = current;
    if (!command.isBarrier)
      segmentList[current].commands.push_back(index);
  }
}

ReplayOrder::ReplayOrder(std::span<const PlannedCommand> commands) {
  std::vector<std::uint32_t> segmentOf(commands.size()), waves(commands.size());
  cut(commands, segmentOf);
  for (std::uint32_t index = 0; index < commands.size(); ++index) {
    // A barrier is in the latest wave of its dependencies.
    std::uint32_t wave = 0;
    for (const std::uint32_t earlier : commands[index].waitsFor)
      if (segmentOf[earlier] == segmentOf[index])
        wave = std::max(wave, waves[earlier] + !commands[earlier].isBarrier);
    waves[index] = wave;
  }
  for (Segment &segment : segmentList)
    formWaves(segment, waves);
}

std::unique_ptr<Operation> makeReplay(std::shared_ptr<const ReplayOrder> order,
                                      const ReplayOrder::Segment &segment,
                                      std::shared_ptr<const OperationList> operations) {
  return std::make_unique<Replay>(std::move(order), segment, std::move(operations));
}

} // namespace weft::icd
