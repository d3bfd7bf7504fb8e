// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies as accesses for which races are searched (weft_note_copy_function).
#pragma once

#include "device/kernel_abi_checks.h"

#include <cstdint>
#include <optional>

namespace weft::device {

struct CopiedCells {
  std::uint64_t cells; ///< the address of the object's; not 0
  std::uint64_t own;   ///< what an access of the group leaves
  std::uint64_t place;
  bool isLocal, writes;
  unsigned granule; ///< log2 of the bytes for one cell
};

struct CopyRace {
  std::uint64_t cell, offset; ///< of the other access, and where it was
};

/// The first race of a copy with an access before it: of the same group since its last barrier, or
/// of another group. A cell of local memory stays as it is, and one of a buffer tells other groups
/// of the copy: the group's own accesses until the wait are not races but touch a copy in flight.
/// Granules that it has only a part of are left out.
std::optional<CopyRace> noteCopy(const CopiedCells &copy, const weft_copied_bytes &bytes) noexcept;

} // namespace weft::device
