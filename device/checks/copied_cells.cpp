// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/copied_cells.h"

namespace weft::device {
namespace {

constexpr std::uint64_t bit(unsigned position) { return std::uint64_t{1} << position; }
constexpr std::uint64_t bitsBetween(unsigned low, unsigned high) { return bit(high) - bit(low); }

// Whether an access of the group's work-items since its last barrier conflicts.
bool racesInGroup(std::uint64_t cell, const CopiedCells &copy) {
  const unsigned interval =
      copy.isLocal ? WEFT_LOCAL_CELL_INTERVAL_SHIFT : WEFT_CELL_INTERVAL_SHIFT;
  const std::uint64_t counts = copy.isLocal ? bitsBetween(interval, WEFT_LOCAL_CELL_END)
                                            : bitsBetween(interval, WEFT_CELL_GROUP_SHIFT);
  const bool isCounted = (copy.own & counts) != counts;
  return isCounted && (cell ^ copy.own) >> interval == 0 &&
         (copy.writes || cell & WEFT_CELL_WRITTEN);
}

bool isOfLaunch(std::uint64_t cell, const CopiedCells &copy) {
  return (cell ^ copy.own) >> WEFT_CELL_LAUNCH_SHIFT == 0;
}

bool isOfOthers(std::uint64_t cell, const CopiedCells &copy) {
  return isOfLaunch(cell, copy) &&
         ((cell ^ copy.own) >> WEFT_CELL_GROUP_SHIFT != 0 || cell & WEFT_CELL_SEVERAL_GROUPS);
}

// What the copy leaves: of no interval.
std::uint64_t nextOf(std::uint64_t cell, const CopiedCells &copy) {
  constexpr std::uint64_t ofLaunch =
      WEFT_CELL_LAUNCH_WRITTEN | WEFT_CELL_LAUNCH_PLAIN | WEFT_CELL_SEVERAL_GROUPS;
  std::uint64_t next = copy.own & bitsBetween(WEFT_CELL_GROUP_SHIFT, WEFT_CELL_END);
  next |= copy.place << WEFT_CELL_PLACE_SHIFT &
          bitsBetween(WEFT_CELL_PLACE_SHIFT, WEFT_CELL_ITEM_SHIFT);
  next |= WEFT_CELL_LAUNCH_PLAIN | (copy.writes ? std::uint64_t{WEFT_CELL_LAUNCH_WRITTEN} : 0);
  if (isOfLaunch(cell, copy))
    next |= cell & ofLaunch;
  return isOfOthers(cell, copy) ? next | WEFT_CELL_SEVERAL_GROUPS : next;
}

class Noting {
public:
  explicit Noting(const CopiedCells &copy) : copy(copy) {}

  void noteLine(std::uint64_t begin, std::uint64_t bytes) {
    const std::uint64_t size = bit(copy.granule);
    for (std::uint64_t at = (begin + size - 1) & ~(size - 1); at + size <= begin + bytes;
         at += size)
      if (copy.isLocal)
        noteLocal(at);
      else
        noteGlobal(at);
  }
  std::optional<CopyRace> race;

private:
  void noteLocal(std::uint64_t at) {
    const std::uint64_t number = at >> copy.granule;
    const std::uint64_t cell = reinterpret_cast<const std::uint32_t *>(copy.cells)[number];
    if (!race && racesInGroup(cell, copy))
      race = {cell, at};
  }
  // Other groups may write the cell at the same time.
  void noteGlobal(std::uint64_t at) {
    auto *cell = reinterpret_cast<std::uint64_t *>(copy.cells) + (at >> copy.granule);
    const std::uint64_t before = __atomic_load_n(cell, __ATOMIC_RELAXED);
    const bool isOther =
        isOfOthers(before, copy) && (copy.writes || before & WEFT_CELL_LAUNCH_WRITTEN);
    if (!race && (isOther || racesInGroup(before, copy)))
      race = {before, at};
    __atomic_store_n(cell, nextOf(before, copy), __ATOMIC_RELAXED);
  }

  const CopiedCells &copy;
};

} // namespace

std::optional<CopyRace> noteCopy(const CopiedCells &copy, const weft_copied_bytes &bytes) noexcept {
  Noting noting(copy);
  for (std::uint64_t plane = 0; bytes.bytes && plane != bytes.planes; ++plane)
    for (std::uint64_t line = 0; line != bytes.lines; ++line)
      if (const std::uint64_t begin = bytes.offset + plane * bytes.plane + line * bytes.line;
          begin <= bytes.size && bytes.bytes <= bytes.size - begin)
        noting.noteLine(begin, bytes.bytes);
  return noting.race;
}

} // namespace weft::device
