// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/race_text.h"

#include "device/kernel_abi_scopes.h"
#include "icd/core/enqueue/mistake_text.h"

#include <algorithm>
#include <utility>

namespace weft::icd {
namespace {

constexpr std::uint64_t bitsOf(std::uint64_t cell, unsigned low, unsigned high) {
  return (cell >> low) & ((std::uint64_t{1} << (high - low)) - 1);
}

std::uint64_t groupOf(std::uint64_t cell) {
  return bitsOf(cell, WEFT_CELL_GROUP_SHIFT, WEFT_CELL_LAUNCH_SHIFT);
}

bool isInLocalMemory(const Race &race) { return race.flags & WEFT_RACE_IS_IN_LOCAL_MEMORY; }

std::uint64_t placeOf(const Race &race) {
  return isInLocalMemory(race)
             ? bitsOf(race.cell, WEFT_LOCAL_CELL_PLACE_SHIFT, WEFT_LOCAL_CELL_ITEM_SHIFT)
             : bitsOf(race.cell, WEFT_CELL_PLACE_SHIFT, WEFT_CELL_ITEM_SHIFT);
}

// The linear local id of a group that has no more work-items than cells can tell.
std::optional<std::uint64_t> itemOf(const Race &race) {
  const auto [low, high] =
      isInLocalMemory(race) ? std::pair(WEFT_LOCAL_CELL_ITEM_SHIFT, WEFT_LOCAL_CELL_INTERVAL_SHIFT)
                            : std::pair(WEFT_CELL_ITEM_SHIFT, WEFT_CELL_INTERVAL_SHIFT);
  const std::uint64_t *size = race.launch.local_size;
  if (race.cell & WEFT_CELL_SEVERAL || size[0] * size[1] * size[2] > 1ull << (high - low))
    return std::nullopt;
  return bitsOf(race.cell, low, high);
}

// The only place with the number of the cell.
const weft_check_site *siteOf(const Race &race) {
  const std::uint64_t number = placeOf(race);
  const weft_check_site *found = nullptr;
  for (std::uint64_t index = 0; index != race.places.count; ++index) {
    const weft_check_site *site = race.places.sites[index];
    const std::uint64_t mask = isInLocalMemory(race) ? bitsOf(~0ull, WEFT_LOCAL_CELL_PLACE_SHIFT,
                                                              WEFT_LOCAL_CELL_ITEM_SHIFT)
                                                     : ~0ull;
    if ((race.places.numbers[index] & mask) != number)
      continue;
    if (found && (found->line != site->line || found->column != site->column))
      return nullptr;
    // Of a place that reads and writes, the write.
    if (!found || site->mistake == WEFT_MISTAKE_WRITE)
      found = site;
  }
  return found;
}

using Id = std::array<std::uint64_t, 3>;

bool isInOneGroup(const Id &first, const Id &second, const Id &size) {
  for (unsigned d = 0; d != 3; ++d)
    if (first[d] / size[d] != second[d] / size[d])
      return false;
  return true;
}

// Whether both are atomic to each other.
bool areAtomic(const Race &race, const OtherAccess &other) {
  const bool isInGroup = other.isOfSameGroup.value_or(false);
  const auto reachesOther = [&](const weft_check_site &site) {
    return site.mistake == WEFT_MISTAKE_ATOMIC ||
           (site.mistake == WEFT_MISTAKE_GROUP_ATOMIC && isInGroup);
  };
  return other.site && reachesOther(race.site) && reachesOther(*other.site);
}

} // namespace

OtherAccess otherOf(const Race &race) {
  const weft_launch &launch = race.launch;
  OtherAccess other;
  other.site = siteOf(race);
  Id own{};
  for (unsigned d = 0; d != 3; ++d)
    own[d] = race.id[d] / launch.local_size[d];
  const std::uint64_t ownLinear =
      (own[2] * launch.group_count[1] + own[1]) * launch.group_count[0] + own[0];
  std::uint64_t group =
      isInLocalMemory(race) ? groupOf(ownLinear << WEFT_CELL_GROUP_SHIFT) : groupOf(race.cell);
  const bool isOfSameGroup = group == groupOf(ownLinear << WEFT_CELL_GROUP_SHIFT);
  if (isInLocalMemory(race) || std::ranges::equal(race.hostGroup, launch.local_size))
    other.isOfSameGroup = isOfSameGroup;
  std::optional<std::uint64_t> item = itemOf(race);
  const std::uint64_t *count = launch.group_count;
  if (isOfSameGroup)
    group = ownLinear;
  else if (count[0] * count[1] * count[2] > 1ull
                                                << (WEFT_CELL_LAUNCH_SHIFT - WEFT_CELL_GROUP_SHIFT))
    item.reset();
  if (!item)
    return other;
  Id id{};
  for (unsigned d = 0; d != 3; ++d) {
    id[d] = group % launch.group_count[d] * launch.local_size[d] + *item % launch.local_size[d];
    group /= launch.group_count[d];
    *item /= launch.local_size[d];
  }
  // A copy is of all work-items.
  if (other.site && !other.site->bytes)
    return other;
  // The last access is its own, and the race one with others of the group, which access memory
  // together, or with an earlier access of another group.
  if (id == race.id) {
    if (!isInLocalMemory(race) && race.cell & WEFT_CELL_SEVERAL_GROUPS)
      other.isOfSameGroup.reset();
    return other;
  }
  other.id = id;
  other.isOfSameGroup = isInOneGroup(id, race.id, race.hostGroup);
  // The last access is atomic to this one, and the race that with an earlier one of another group.
  if (!isInLocalMemory(race) && race.cell & WEFT_CELL_SEVERAL_GROUPS &&
      !(race.cell & WEFT_CELL_PLAIN) && areAtomic(race, other)) {
    other.id.reset();
    other.isOfSameGroup = false;
  }
  return other;
}

static bool isAtomic(const weft_check_site &site) {
  return site.mistake == WEFT_MISTAKE_ATOMIC || site.mistake == WEFT_MISTAKE_GROUP_ATOMIC ||
         site.mistake == WEFT_MISTAKE_ITEM_ATOMIC;
}

// Why two accesses race of which both are atomic.
static const char *narrowText(const Race &race, const OtherAccess &other) {
  const bool isOfItem = race.site.mistake == WEFT_MISTAKE_ITEM_ATOMIC ||
                        other.site->mistake == WEFT_MISTAKE_ITEM_ATOMIC;
  return isOfItem ? ": memory_scope_work_item reaches no other work-item"
                  : ": memory_scope_work_group and narrower ones reach no other group";
}

// The place of a write is kept while the same work-item reads.
bool isNone(const Race &race, const OtherAccess &other) {
  return race.flags & WEFT_RACE_ONLY_READS && areAtomic(race, other);
}

std::string accessTextOf(const Race &race, const std::string &object) {
  const bool writes = race.site.mistake == WEFT_MISTAKE_WRITE;
  const std::string text =
      race.flags & WEFT_RACE_IS_OF_COPY
          ? std::string("asynchronous copy ") + (writes ? "to" : "from")
          : wordOf(race.site.mistake) + " of " + bytesText(race.site.bytes) + " at";
  return text + " byte " + std::to_string(race.offset) + " of " + object;
}

std::string raceText(const Race &race, const OtherAccess &other, const std::string &object,
                     const std::string &item) {
  const std::string barrier =
      race.flags & WEFT_RACE_IN_SUB_GROUPS ? ": no barrier of the whole group" : ": no barrier";
  std::string text = accessTextOf(race, object) + " races with ";
  // Two that are atomic do not race; the one that does is earlier than the last, which cells tell.
  // Behind a barrier of its sub-group an access hides earlier writes, which its cell tells of.
  const bool isHidden = race.flags & WEFT_RACE_IN_SUB_GROUPS && other.site &&
                        race.site.mistake == WEFT_MISTAKE_READ &&
                        other.site->mistake == WEFT_MISTAKE_READ;
  if (areAtomic(race, other))
    text += "an access that is not atomic";
  else if (isHidden)
    text += "an earlier write by the same sub-group as a read" +
            placeText(other.site->file, other.site->line, other.site->column);
  else if (!other.site)
    text += "an access";
  else if (!other.site->bytes)
    text +=
        "an asynchronous copy" + placeText(other.site->file, other.site->line, other.site->column);
  else
    text += (isAtomic(*other.site) ? "an " : "a ") + wordOf(other.site->mistake) +
            placeText(other.site->file, other.site->line, other.site->column);
  if (!item.empty())
    text += " by " + item;
  else if (!other.isOfSameGroup)
    text += " by another work-item";
  else
    text += *other.isOfSameGroup ? " by others of the group" : " by another group";
  if (other.site && isAtomic(race.site) && isAtomic(*other.site) && !areAtomic(race, other))
    text += narrowText(race, other);
  else if (!other.isOfSameGroup)
    text += ": nothing orders them";
  else if (!*other.isOfSameGroup)
    text += ": groups have no order";
  else
    text += race.flags & WEFT_RACE_IS_IN_LOCAL_MEMORY
                ? barrier + " with CLK_LOCAL_MEM_FENCE between"
                : barrier + " with CLK_GLOBAL_MEM_FENCE between";
  return race.flags & WEFT_RACE_IS_BENIGN ? text + "; both write the same value" : text;
}

} // namespace weft::icd
