// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the cells of an object tell of a launch that has ended (weft_cell_bits).
#pragma once

#include "device/kernel_abi_checks.h"
#include "icd/core/context/checked/command_accesses.h"

#include <cstdint>
#include <vector>

namespace weft::icd {

/// What cells have at the begin of a launch whose object the host has mapped: as if another group
/// had accessed the memory, the last one, which leaves no place. A launch of so many groups does
/// not find races of that one.
constexpr std::uint64_t cellOfHost(std::uint64_t launchBits, bool isWritten) {
  constexpr std::uint64_t group = (1ull << (WEFT_CELL_LAUNCH_SHIFT - WEFT_CELL_GROUP_SHIFT)) - 1;
  return launchBits | group << WEFT_CELL_GROUP_SHIFT | WEFT_CELL_LAUNCH_PLAIN |
         (isWritten ? WEFT_CELL_LAUNCH_WRITTEN : 0);
}

/// The accesses of a launch, which has these bits in cells, in an object. Nothing if they are too
/// many pieces, or the object is too large to look at. A cell stands for 1 << granule bytes. Throws
/// bad_alloc.
std::vector<CommandAccess> accessesIn(const std::uint64_t *cells, weft_bytes object,
                                      unsigned granule, std::uint64_t launchBits);

} // namespace weft::icd
