// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds commands that access the same memory, one of them to write, and that nothing orders: no
// queue, event, marker or barrier, and no wait of the host before it enqueues the later one.
//
// A command knows which others come before it: those that come before its sources in the graph, and
// those that the host had seen complete when it enqueued the command. When it has run, what it has
// accessed is compared with the accesses of the last commands that do not come before it. So it is
// no matter whether two have run at the same time. What is not known for sure counts as ordered: a
// host that is told of a command's end in another way than by waiting for it may know of all ends.
//
// A process with a single queue that is in-order has no such commands, and none of this.
#pragma once

#include "device/checks/call_site.h"
#include "icd/core/context/checked/command_accesses.h"
#include "icd/core/context/checked/ordered_commands.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace weft::icd {

/// What is known of a command, or of the end of a user event. Guarded by CommandRaces.
struct CommandOrder {
  OrderedCommands before;     ///< of a command that has ended also itself
  device::HostCall call;      ///< that has enqueued it
  std::string kernel;         ///< its name; empty for other commands
  std::uint64_t sequence = 0; ///< of the calls
  CommandAccesses accesses;   ///< until it has ended
};

/// Thread-safe.
class CommandRaces {
public:
  /// The process's; null if it does not look for races, or has no commands that may race.
  static CommandRaces *ofProcess() noexcept;
  /// The process has one queue more, or less.
  static void addQueue(bool isOutOfOrder) noexcept;
  static void removeQueue() noexcept;

  CommandRaces() = default;
  CommandRaces(const CommandRaces &) = delete;
  CommandRaces &operator=(const CommandRaces &) = delete;

  /// A command that the host enqueues now by this call, a literal. Throws bad_alloc.
  std::unique_ptr<CommandOrder> enqueue(const char *call, const char *kernel);
  /// The end of a user event: after all commands that have ended. Null without memory.
  std::unique_ptr<CommandOrder> afterAll() noexcept;
  /// What comes before another, null for one that is not known, does so before this, too.
  void join(OrderedCommands &own, const CommandOrder *other) noexcept;
  void join(CommandOrder &own, const OrderedCommands &others) noexcept;
  /// A command has run, before others know it. All that come before it have joined. Returns the
  /// text of each report.
  std::vector<std::string> end(CommandOrder &command) noexcept;

  /// The host has seen the end of a command or event; null: it may have seen any of them.
  void hostSaw(const CommandOrder *command) noexcept;
  void hostSaw(const OrderedCommands &commands) noexcept;
  /// Memory is released.
  void forget(std::uintptr_t begin, std::size_t bytes) noexcept;

private:
  struct Ended {
    std::uint64_t number, sequence;
    device::HostCall call;
    std::string kernel;
    CommandAccesses accesses;
  };
  std::optional<std::string> report(const Ended &one, const Ended &other) const;

  std::atomic<bool> hasSeveral{false}; ///< queues, or one without order
  std::atomic<int> queues{0};
  mutable std::mutex mutex; ///< guards what follows
  std::uint64_t calls = 0, numbers = 0;
  OrderedCommands seenByHost, allEnded;
  std::deque<Ended> ended; ///< the last ones, with accesses; the oldest first
};

/// CommandRaces::hostSaw of any command, if the process looks for races.
void noteThatHostMayHaveSeenAll() noexcept;

} // namespace weft::icd
