// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/cell_accesses.h"

#include <algorithm>

namespace weft::icd {
namespace {

/// Of all cells that are looked at.
constexpr std::uint64_t mostCells = std::uint64_t{1} << 25;
constexpr std::size_t mostPieces = 256;

/// The flags of a cell that count; 0 if the launch has not accessed its memory.
std::uint64_t flagsOf(std::uint64_t cell, std::uint64_t launchBits) {
  constexpr std::uint64_t flags = WEFT_CELL_LAUNCH_WRITTEN | WEFT_CELL_LAUNCH_PLAIN;
  constexpr std::uint64_t isAccessed = 1; // another bit
  static_assert(!(flags & isAccessed));
  if (cell >> WEFT_CELL_LAUNCH_SHIFT != launchBits >> WEFT_CELL_LAUNCH_SHIFT ||
      cell == cellOfHost(launchBits, false) || cell == cellOfHost(launchBits, true))
    return 0;
  return (cell & flags) | isAccessed;
}

/// Adds a piece, as one more line of the last if the distance is that of the lines before.
void add(std::vector<CommandAccess> &accesses, const CommandAccess &piece) {
  if (!accesses.empty()) {
    CommandAccess &last = accesses.back();
    device::CopySide &side = last.bytes;
    const std::uint64_t distance = piece.bytes.begin - (side.begin + (side.lines - 1) * side.line);
    if (last.writes == piece.writes && last.isPlain == piece.isPlain &&
        side.bytes == piece.bytes.bytes && (side.lines == 1 || side.line == distance)) {
      side.line = distance;
      ++side.lines;
      return;
    }
  }
  accesses.push_back(piece);
}

} // namespace

std::vector<CommandAccess> accessesIn(const std::uint64_t *cells, weft_bytes object,
                                      unsigned granule, std::uint64_t launchBits) {
  std::vector<CommandAccess> accesses;
  const std::uint64_t count = ((object.size - 1) >> granule) + 1;
  if (count > mostCells)
    return {};
  std::uint64_t first = 0;
  while (first != count) {
    const std::uint64_t flags = flagsOf(cells[first], launchBits);
    std::uint64_t end = first + 1;
    while (end != count && flagsOf(cells[end], launchBits) == flags)
      ++end;
    const std::uint64_t begin = first << granule;
    const std::uint64_t bytes = std::min(end << granule, object.size) - begin;
    if (flags)
      add(accesses, {{object.begin + begin, bytes, 1, 0, 1, 0},
                     (flags & WEFT_CELL_LAUNCH_WRITTEN) != 0,
                     (flags & WEFT_CELL_LAUNCH_PLAIN) != 0});
    if (accesses.size() > mostPieces)
      return {};
    first = end;
  }
  return accesses;
}

} // namespace weft::icd
