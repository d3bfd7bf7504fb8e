// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/checked/command_races.h"

#include "device/base/settings.h"
#include "device/checks/report.h"
#include "icd/core/fork_local.h"

#include <new>
#include <utility>
#include <vector>

namespace weft::icd {
namespace {

bool areWanted() noexcept { return Settings::ofProcess().checks.has(Check::Races); }

std::string whoText(const device::HostCall &call, const std::string &kernel) {
  return kernel.empty() ? std::string(call.name) : "kernel '" + kernel + "'";
}

const char *verbOf(bool writes) { return writes ? "write" : "read"; }

} // namespace

CommandRaces *CommandRaces::ofProcess() noexcept try {
  if (!areWanted())
    return nullptr;
  auto &own = forkLocal<CommandRaces>();
  return own.hasSeveral.load(std::memory_order_relaxed) ? &own : nullptr;
} catch (const std::bad_alloc &) {
  return nullptr;
}

void CommandRaces::addQueue(bool isOutOfOrder) noexcept try {
  if (!areWanted())
    return;
  auto &own = forkLocal<CommandRaces>();
  if (own.queues.fetch_add(1, std::memory_order_relaxed) > 0 || isOutOfOrder)
    own.hasSeveral.store(true, std::memory_order_relaxed);
} catch (const std::bad_alloc &) {
  return;
}

void CommandRaces::removeQueue() noexcept try {
  if (areWanted())
    forkLocal<CommandRaces>().queues.fetch_sub(1, std::memory_order_relaxed);
} catch (const std::bad_alloc &) {
  return;
}

std::unique_ptr<CommandOrder> CommandRaces::enqueue(const char *call, const char *kernel) {
  auto command = std::make_unique<CommandOrder>();
  command->call = device::HostCall::ofCaller(call);
  if (kernel)
    command->kernel = kernel;
  const std::scoped_lock lock(mutex);
  command->before = seenByHost;
  command->sequence = calls++;
  return command;
}

std::unique_ptr<CommandOrder> CommandRaces::afterAll() noexcept {
  std::unique_ptr<CommandOrder> order(new (std::nothrow) CommandOrder);
  const std::scoped_lock lock(mutex);
  if (order)
    order->before = allEnded;
  return order;
}

void CommandRaces::join(OrderedCommands &own, const CommandOrder *other) noexcept {
  const std::scoped_lock lock(mutex);
  own.join(other ? other->before : allEnded);
}

void CommandRaces::join(CommandOrder &own, const OrderedCommands &others) noexcept {
  const std::scoped_lock lock(mutex);
  own.before.join(others);
}

std::vector<std::string> CommandRaces::end(CommandOrder &command) noexcept try {
  std::vector<std::string> texts;
  if (command.accesses.isEmpty())
    return texts;
  const std::scoped_lock lock(mutex);
  const std::uint64_t number = numbers++;
  ended.push_back({number, command.sequence, command.call, std::move(command.kernel),
                   std::move(command.accesses)});
  const Ended &own = ended.back();
  for (const Ended &other : ended)
    if (&other != &own && !command.before.contains(other.number)) {
      const bool isLater = own.sequence > other.sequence;
      if (auto text = report(isLater ? own : other, isLater ? other : own))
        texts.push_back(std::move(*text));
    }
  if (ended.size() > OrderedCommands::most)
    ended.pop_front();
  command.before.add(number);
  allEnded.add(number);
  return texts;
} catch (const std::bad_alloc &) {
  return {};
}

std::optional<std::string> CommandRaces::report(const Ended &one, const Ended &other) const {
  CommandAccesses::Conflict conflict{};
  if (!one.accesses.findConflict(other.accesses, conflict))
    return std::nullopt;
  // What a kernel says of an object tells more.
  const ObjectAccesses &object =
      one.kernel.empty() && !other.kernel.empty() ? *conflict.otherObject : *conflict.object;
  device::CheckReport report;
  report.check = Check::Races;
  report.kernel = one.kernel;
  report.call = one.kernel.empty() ? one.call.name : "";
  report.site = one.call.site.address() * 31 + other.call.site.address();
  report.message = std::string(verbOf(conflict.writes)) + " at byte " +
                   std::to_string(conflict.address - object.begin) + " of " + object.object +
                   " races with a " + verbOf(conflict.otherWrites) + " by " +
                   whoText(other.call, other.kernel) +
                   ": no queue, event or wait of the host orders the commands";
  one.call.append(report.notes, "enqueued");
  other.call.append(report.notes, "the other enqueued");
  return device::deliver(report);
}

void CommandRaces::hostSaw(const CommandOrder *command) noexcept {
  const std::scoped_lock lock(mutex);
  seenByHost.join(command ? command->before : allEnded);
}

void CommandRaces::hostSaw(const OrderedCommands &commands) noexcept {
  const std::scoped_lock lock(mutex);
  seenByHost.join(commands);
}

void CommandRaces::forget(std::uintptr_t begin, std::size_t bytes) noexcept {
  const std::scoped_lock lock(mutex);
  for (Ended &command : ended)
    command.accesses.forget(begin, bytes);
}

void noteThatHostMayHaveSeenAll() noexcept {
  if (CommandRaces *races = CommandRaces::ofProcess())
    races->hostSaw(nullptr);
}

} // namespace weft::icd
