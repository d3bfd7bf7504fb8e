// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/top/activity.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <utility>

namespace weft::command {
namespace {

std::uint64_t get(const ActivityBoard::Count &count) {
  return count.load(std::memory_order_relaxed);
}

/// A name written by another process.
template <std::size_t size> std::string nameOf(const char (&name)[size]) {
  std::string text(name, ::strnlen(name, size));
  for (char &letter : text)
    if (static_cast<unsigned char>(letter) < ' ' || letter == 0x7f)
      letter = '?';
  return text;
}

/// Time since a moment; 0 without one, or if it is in the future.
double since(std::uint64_t moment, std::uint64_t now) {
  return moment && now > moment ? static_cast<double>(now - moment) : 0;
}

std::vector<Activity::Trial> trialsOf(const ActivityBoard::Command &command) {
  std::vector<Activity::Trial> trials;
  for (std::size_t kind = 0; kind != device::rangeKinds; ++kind) {
    const ActivityBoard::Trial &slot = command.trials[kind];
    const ActivityBoard::Trial::State state = slot.state.load(std::memory_order_acquire);
    if (state != ActivityBoard::Trial::State::None)
      trials.push_back({static_cast<device::RangeKind>(kind), state,
                        static_cast<double>(slot.gain.load(std::memory_order_relaxed))});
  }
  return trials;
}

/// The number of used entries of a table, which come first.
template <class Slots, class IsUsed> std::size_t countUsed(const Slots &slots, IsUsed isUsed) {
  return static_cast<std::size_t>(std::ranges::find_if_not(slots, isUsed) - std::begin(slots));
}

} // namespace

BoardView::BoardView(int memory, std::uint32_t layout) {
  struct stat status;
  constexpr int needed = F_SEAL_SHRINK | F_SEAL_GROW;
  if (layout != ActivityBoard::layout || (::fcntl(memory, F_GET_SEALS) & needed) != needed ||
      ::fstat(memory, &status) != 0 || status.st_size != sizeof(ActivityBoard))
    return;
  void *const address = ::mmap(nullptr, sizeof(ActivityBoard), PROT_READ, MAP_SHARED, memory, 0);
  if (address != MAP_FAILED)
    board = static_cast<const ActivityBoard *>(address);
}

BoardView::~BoardView() {
  if (board)
    ::munmap(const_cast<ActivityBoard *>(board), sizeof(ActivityBoard));
}

BoardView &BoardView::operator=(BoardView &&other) noexcept {
  std::swap(board, other.board);
  return *this;
}

void Activity::sampleCommands(const ActivityBoard &board, std::uint64_t now) {
  allCommands.clear();
  endedCount = failedCount = 0;
  for (const ActivityBoard::Command &slot : board.commands) {
    if (slot.state.load(std::memory_order_acquire) != ActivityBoard::Command::State::Named)
      continue;
    Command &command = allCommands.emplace_back();
    command.name = nameOf(slot.name);
    command.running = get(slot.running);
    command.ended = get(slot.ended);
    const double soFar = command.running ? since(get(slot.begun), now) : 0;
    command.nanoseconds = static_cast<double>(get(slot.nanoseconds)) + soFar;
    command.longest = std::max(static_cast<double>(get(slot.longest)), soFar);
    command.trials = trialsOf(slot);
    endedCount += command.ended;
    failedCount += get(slot.failed);
  }
  std::ranges::stable_sort(allCommands, std::ranges::greater(), &Command::nanoseconds);
}

void Activity::sampleQueues(const ActivityBoard &board) {
  allQueues.clear();
  for (const ActivityBoard::Queue &slot : board.queues) {
    const std::uint64_t ended = get(slot.ended), enqueued = get(slot.enqueued);
    if (!ended && !enqueued)
      continue;
    char name[32];
    std::snprintf(name, sizeof name, "0x%llx", static_cast<unsigned long long>(get(slot.id)));
    const bool isOthers = &slot == std::end(board.queues) - 1;
    Queue &queue = allQueues.emplace_back();
    queue = {isOthers ? ActivityBoard::others : name, enqueued, ended, get(slot.failed), {}};
    const std::uint32_t last = slot.last.load(std::memory_order_relaxed);
    if (last && last <= ActivityBoard::maxCommands)
      queue.last = nameOf(board.commands[last - 1].name);
  }
}

void Activity::sampleThreads(const ActivityBoard &board, std::uint64_t now) {
  const std::size_t count = countUsed(board.threads, [](const ActivityBoard::Thread &thread) {
    return thread.isNamed.load(std::memory_order_acquire) == 1;
  });
  allThreads.resize(std::max(count, allThreads.size()));
  for (std::size_t index = 0; index < count; ++index) {
    const ActivityBoard::Thread &slot = board.threads[index];
    Thread &thread = allThreads[index];
    thread.name = nameOf(slot.name);
    // Between the two a span may end, which then seems not to have existed.
    const double busy = std::max(thread.nanoseconds, static_cast<double>(get(slot.nanoseconds)) +
                                                         since(get(slot.since), now));
    const double interval = since(lookedAt, now);
    thread.share = interval > 0 ? std::min((busy - thread.nanoseconds) / interval, 1.0) : 0;
    thread.nanoseconds = busy;
  }
}

void Activity::look(const ActivityBoard &board, std::uint64_t now) {
  const std::uint64_t endedPreviously = endedCount;
  sampleCommands(board, now);
  sampleQueues(board);
  sampleThreads(board, now);
  const ActivityBoard::Builds &builds = board.builds;
  allBuilds = {get(builds.count), get(builds.failed), get(builds.kernels),
               static_cast<double>(get(builds.nanoseconds)),
               static_cast<double>(get(builds.compilerNanoseconds))};
  const double seconds = since(lookedAt, now) / 1e9;
  rate = seconds > 0 ? static_cast<double>(endedCount - endedPreviously) / seconds : 0;
  lookedAt = now;
}

} // namespace weft::command
