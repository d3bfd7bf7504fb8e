// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/launch_checks.h"

#include "icd/core/context/context.h"
#include "icd/core/enqueue/mistake_text.h"
#include "icd/core/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

namespace weft::icd {
namespace {

Check checkOf(const weft_check_site &site) {
  switch (site.mistake) {
  case WEFT_MISTAKE_READ:
  case WEFT_MISTAKE_WRITE:
  case WEFT_MISTAKE_ATOMIC:
  case WEFT_MISTAKE_ALIGNMENT:
  case WEFT_MISTAKE_INDEX:
    return Check::Bounds;
  case WEFT_MISTAKE_BARRIER:
  case WEFT_MISTAKE_OTHER_BARRIER:
  case WEFT_MISTAKE_OPERAND:
    return Check::Barriers;
  case WEFT_MISTAKE_UNSET_BRANCH:
  case WEFT_MISTAKE_UNSET_ADDRESS:
  case WEFT_MISTAKE_UNSET_OUTPUT:
    return Check::Uninitialised;
  default:
    return Check::Arithmetic;
  }
}

std::string kindOf(const ReleasedBlock &block) {
  return std::string(block.kind) + " of " + bytesText(block.bytes) + " that was released";
}

std::vector<std::string> notesOf(const ReleasedBlock &block) {
  std::vector<std::string> notes;
  if (block.calls) {
    block.calls->created.append(notes, "created");
    block.calls->released.append(notes, "released");
  }
  return notes;
}

// `object` describes the block.
std::string releasedText(const weft_check_site &site, const ReleasedBlock &block,
                         std::uint64_t address, const std::string &object) {
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(block.begin);
  if (site.mistake == WEFT_MISTAKE_ALIGNMENT || !block.contains(address))
    return accessText(site, offset, block.bytes, object);
  return wordOf(site.mistake) + (site.bytes ? " of " + bytesText(site.bytes) : "") + " at byte " +
         std::to_string(offset) + " of " + object;
}

std::string idText(const std::array<std::uint64_t, 3> &id) {
  return "(" + std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " + std::to_string(id[2]) +
         ")";
}

} // namespace

LaunchChecks::LaunchChecks(const Context &context, const weft_kernel_description &kernel,
                           const device::NdRange &range, const CapturedArguments &arguments)
    : owner(context), kernel(kernel), range(range), captured(arguments) {}

std::uint64_t LaunchChecks::beginAt(std::size_t argument) const noexcept {
  std::uint64_t address;
  std::memcpy(&address, captured.block() + kernel.arguments[argument].offset, sizeof address);
  return address - captured.extents()[argument].offset;
}

std::optional<std::uint64_t> LaunchChecks::pointerAt(std::size_t argument) const noexcept {
  const std::uint32_t kind = kernel.arguments[argument].kind;
  if (captured.objectAt(argument) ||
      (kind != WEFT_ARGUMENT_GLOBAL_POINTER && kind != WEFT_ARGUMENT_CONSTANT_POINTER))
    return std::nullopt;
  std::uint64_t address;
  std::memcpy(&address, captured.block() + kernel.arguments[argument].offset, sizeof address);
  return address ? std::optional(address) : std::nullopt;
}

std::size_t LaunchChecks::slotOf(const weft_check_site &site) noexcept {
  return reinterpret_cast<std::uintptr_t>(&site) / sizeof site % 64;
}

bool LaunchChecks::isDone(const weft_check_site &site) const noexcept {
  return done[slotOf(site)].load(std::memory_order_relaxed) == &site;
}

void LaunchChecks::setDone(const weft_check_site &site) const noexcept {
  done[slotOf(site)].store(&site, std::memory_order_relaxed);
}

std::string LaunchChecks::nameOf(std::size_t argument) const {
  return "argument " + std::to_string(argument) + " '" + kernel.arguments[argument].name + "'";
}

std::string LaunchChecks::describeArgument(std::size_t index) const {
  std::string text = nameOf(index);
  const std::uint64_t size = captured.extents()[index].size;
  if (kernel.arguments[index].kind == WEFT_ARGUMENT_LOCAL_POINTER)
    return text + " (local memory of " + bytesText(size) + ")";
  if (kernel.arguments[index].kind == WEFT_ARGUMENT_VALUE)
    return text + " (a value of " + bytesText(size) + ")";
  const Memory *memory = captured.objectAt(index);
  if (!memory)
    return text + (size ? " (an allocation of " + bytesText(size) + ")" : " (null)");
  text += memory->image() ? " (image of " : memory->parent() ? " (sub-buffer of " : " (buffer of ";
  text += bytesText(memory->size());
  if (memory->parent())
    text += " from byte " + std::to_string(memory->origin()) + " on";
  return text + ", " + memoryFlagsText(memory->flags()) + ")";
}

std::string LaunchChecks::describeObject(const weft_check_site &site, std::uint64_t size) const {
  const std::string name = *site.name ? std::string(" '") + site.name + "'" : "";
  const std::string ofSize = " of " + bytesText(size);
  switch (site.origin) {
  case WEFT_ORIGIN_ARGUMENT:
    if (site.argument < kernel.argument_count)
      return describeArgument(site.argument);
    break;
  case WEFT_ORIGIN_PRIVATE:
    return "private variable" + name + ofSize;
  case WEFT_ORIGIN_LOCAL:
    return "local variable" + name + ofSize;
  case WEFT_ORIGIN_PROGRAM:
    return "program variable" + name + ofSize;
  default:
    break;
  }
  return size ? "an object" + ofSize : "no object";
}

std::string LaunchChecks::describeObjectAt(std::uint64_t begin, std::uint64_t bytes) const {
  for (std::size_t index = 0; index != kernel.argument_count; ++index) {
    const std::uint32_t kind = kernel.arguments[index].kind;
    const bool isPointer =
        kind == WEFT_ARGUMENT_GLOBAL_POINTER || kind == WEFT_ARGUMENT_CONSTANT_POINTER;
    if (isPointer && captured.extents()[index].size == bytes && beginAt(index) == begin)
      return describeArgument(index);
  }
  return "a buffer or allocation of " + bytesText(bytes);
}

std::optional<ReleasedBlock> LaunchChecks::releasedAt(const weft_check_site &site,
                                                      std::uint64_t offset,
                                                      std::uint64_t size) const {
  const ReleasedStorage *released = size ? nullptr : ReleasedStorage::ofProcess();
  if (!released)
    return std::nullopt;
  if (site.origin == WEFT_ORIGIN_ARGUMENT && site.argument < kernel.argument_count) {
    const auto address = pointerAt(site.argument);
    return address ? released->find(*address) : std::nullopt;
  }
  // No address, but the distance from null.
  constexpr std::uint64_t least = std::uint64_t{1} << 32;
  return offset < least || -offset < least ? std::nullopt
                                           : released->find(offset, /*orNearest=*/true);
}

// Whether an access inside of a buffer is one that its flags forbid.
bool LaunchChecks::isForbidden(const weft_check_site &site, std::uint64_t offset) const noexcept {
  if (site.origin != WEFT_ORIGIN_ARGUMENT || site.argument >= kernel.argument_count ||
      site.mistake == WEFT_MISTAKE_ALIGNMENT)
    return false;
  const weft_extent &extent = captured.extents()[site.argument];
  const std::uint64_t bytes = std::max<std::uint64_t>(site.bytes, 1);
  const bool forbidsAny = extent.readable != extent.size || extent.writable != extent.size;
  return forbidsAny && offset < extent.size && bytes <= extent.size - offset;
}

LaunchChecks::Id LaunchChecks::groupSize() const noexcept {
  Id size{1, 1, 1};
  for (std::size_t d = 0; d < range.dimensions; ++d)
    size[d] = std::max<std::uint64_t>(range.localSize[d], 1);
  return size;
}

// Ids count from the launch's offset; groups are those that the host has enqueued.
std::string LaunchChecks::describeItem(const Id &id) const {
  const Id size = groupSize();
  Id global{}, local{}, group{};
  for (std::size_t d = 0; d < 3; ++d) {
    global[d] = id[d] + (d < range.dimensions ? range.offset[d] : 0);
    local[d] = id[d] % size[d];
    group[d] = id[d] / size[d];
  }
  return "work-item " + idText(global) + ", " + idText(local) + " of group " + idText(group);
}

void LaunchChecks::deliver(Check check, const weft_check_site &site, std::string message,
                           std::vector<std::string> notes) const {
  device::CheckReport report;
  report.check = check;
  report.kernel = site.kernel;
  report.where = {site.file, site.line, site.column};
  report.site = reinterpret_cast<std::uintptr_t>(&site);
  report.message = std::move(message);
  report.notes = std::move(notes);
  if (!deliver(report))
    setDone(site);
}

bool LaunchChecks::deliver(const device::CheckReport &report) const {
  const std::optional<std::string> text = device::deliver(report);
  if (text)
    owner.report(text->c_str());
  return text.has_value();
}

std::string LaunchChecks::messageOf(Check check, const weft_check_site &site, std::uint64_t first,
                                    std::uint64_t second) const {
  switch (check) {
  case Check::Bounds:
    if (site.mistake == WEFT_MISTAKE_INDEX)
      return indexText(first, second);
    if (isForbidden(site, first))
      return forbiddenText(site, describeArgument(site.argument));
    return accessText(site, first, second, describeObject(site, second));
  case Check::Barriers:
    return barrierText(site, first, second);
  case Check::Uninitialised:
    return unsetText(site, describeObject(site, second));
  default:
    return arithmeticText(site, first, second);
  }
}

void LaunchChecks::report(const weft_check_site &site, std::uint64_t first, std::uint64_t second,
                          const Id &id) const noexcept try {
  if (isDone(site))
    return;
  const Check check = checkOf(site);
  if (check == Check::Bounds)
    if (const auto released = releasedAt(site, first, second)) {
      const std::string object = site.origin == WEFT_ORIGIN_ARGUMENT
                                     ? nameOf(site.argument) + " (" + kindOf(*released) + ")"
                                     : kindOf(*released);
      return deliver(check, site,
                     releasedText(site, *released, first, object) + "; " + describeItem(id),
                     notesOf(*released));
    }
  deliver(check, site, messageOf(check, site, first, second) + "; " + describeItem(id));
} catch (const std::bad_alloc &) {
  return;
}

// Each access has two sites: one for its bounds, and one for races.
void LaunchChecks::reportRace(Race race) const noexcept try {
  const weft_check_site &site = race.site;
  if (isDone(site))
    return;
  race.hostGroup = groupSize();
  const OtherAccess other = otherOf(race);
  if (isNone(race, other))
    return;
  const std::string text = raceText(race, other, describeObject(site, race.size),
                                    other.id ? describeItem(*other.id) : "");
  deliver(Check::Races, site, text + "; " + describeItem(race.id));
} catch (const std::bad_alloc &) {
  return;
}

void LaunchChecks::reportMapped(const Race &race, const HostRange &range) const noexcept try {
  if (isDone(race.site))
    return;
  std::vector<std::string> notes;
  range.call.append(notes, "mapped");
  deliver(Check::Races, race.site,
          accessTextOf(race, describeObject(race.site, race.size)) +
              ", which the host has mapped for " + (range.writes ? "writing" : "reading") + "; " +
              describeItem(race.id),
          std::move(notes));
} catch (const std::bad_alloc &) {
  return;
}

void LaunchChecks::reportTouch(const TouchingAccess &access, const device::CopyInFlight &copy,
                               std::uint64_t size, const Id &id) const noexcept try {
  if (!isDone(access.site))
    deliver(Check::Async, access.site,
            touchText(access, copy, describeObject(access.site, size)) + "; " + describeItem(id));
} catch (const std::bad_alloc &) {
  return;
}

void LaunchChecks::reportConflict(const device::CopyInFlight &copy,
                                  const device::CopyInFlight &other) const noexcept try {
  if (!isDone(*copy.site))
    deliver(Check::Async, *copy.site, conflictText(copy, other) + "; " + describeItem(copy.item));
} catch (const std::bad_alloc &) {
  return;
}

void LaunchChecks::reportWait(const weft_check_site &site,
                              const device::CopiesInFlight::Waited &waited,
                              const Id &id) const noexcept try {
  if (!isDone(site))
    deliver(Check::Async, site, waitText(waited) + "; " + describeItem(id));
} catch (const std::bad_alloc &) {
  return;
}

void LaunchChecks::reportUnawaited(const device::CopyInFlight &copy) const noexcept try {
  if (!isDone(*copy.site))
    deliver(Check::Async, *copy.site,
            "asynchronous copy for which the group never waits; " + describeItem(copy.item));
} catch (const std::bad_alloc &) {
  return;
}

// What an order gives, and who wrote it, at which place unless that is known.
std::string LaunchChecks::describeResult(const std::string &value,
                                         const std::optional<WatchedWrite> &write,
                                         const device::SourceLocation &known) const {
  if (!write)
    return value + ", which nobody writes";
  const weft_check_site &site = *write->site;
  const bool isThere = site.line == known.line && site.column == known.column;
  return value + ", written" + (isThere ? "" : placeText(site.file, site.line, site.column)) +
         " by " + describeItem(write->id);
}

// At the place of the last write in the usual order, or in the other. Writes to images are not
// watched.
void LaunchChecks::reportOrder(const OrderDifference &difference) const noexcept try {
  const auto &first = difference.firstWrite, &second = difference.secondWrite;
  device::CheckReport report;
  report.check = Check::Order;
  report.kernel = kernel.name;
  report.site = reinterpret_cast<std::uintptr_t>(kernel.name);
  if (const auto &known = first ? first : second) {
    const weft_check_site &site = *known->site;
    report.where = {site.file, site.line, site.column};
    report.site = reinterpret_cast<std::uintptr_t>(&site);
  }
  const auto resultOf = [&](const std::string &value, const std::optional<WatchedWrite> &write) {
    return first || second ? describeResult(value, write, report.where) : value;
  };
  report.message = difference.element + " of " +
                   (difference.argument ? describeArgument(*difference.argument)
                                        : "an allocation of " + bytesText(difference.bytes)) +
                   " depends on " + difference.cause + ": " + resultOf(difference.first, first) +
                   "; in another order " + resultOf(difference.second, second);
  deliver(report);
} catch (const std::bad_alloc &) {
  return;
}

// Of several arguments, as of a buffer and a part of it, the largest: the kernel may have either.
std::optional<std::size_t> LaunchChecks::argumentAt(std::uint64_t address) const noexcept {
  std::optional<std::size_t> found;
  for (std::size_t index = 0; index != kernel.argument_count; ++index) {
    if (kernel.arguments[index].kind != WEFT_ARGUMENT_GLOBAL_POINTER || !captured.objectAt(index))
      continue;
    const std::uint64_t size = captured.extents()[index].size;
    if (address - beginAt(index) < size && (!found || size > captured.extents()[*found].size))
      found = index;
  }
  return found;
}

} // namespace weft::icd
