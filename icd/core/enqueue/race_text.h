// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of two accesses that race.
#pragma once

#include "device/kernel_abi_checks.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace weft::icd {

/// Of weft_report_race_function.
struct Race {
  const weft_launch &launch;
  const weft_access_places &places;
  const weft_check_site &site;
  std::uint64_t cell;
  std::uint64_t offset, size;
  std::uint32_t flags;             ///< weft_race_flags
  std::array<std::uint64_t, 3> id; ///< global, without offset
  /// The size of the groups that the host has enqueued; Weft may have formed others.
  std::array<std::uint64_t, 3> hostGroup{1, 1, 1};
};

/// The other access of a race, as far as its cell tells it.
struct OtherAccess {
  std::optional<bool> isOfSameGroup;              ///< of the host; nothing if unknown
  const weft_check_site *site = nullptr;          ///< null if several have its number
  std::optional<std::array<std::uint64_t, 3>> id; ///< global, without offset
};
OtherAccess otherOf(const Race &race);

/// Whether no two of the accesses that the cell tells of race: an atomic one has written, and what
/// was not atomic has only read, as this one has.
bool isNone(const Race &race, const OtherAccess &other);

/// "write of 4 bytes at byte 12 of <object>".
std::string accessTextOf(const Race &race, const std::string &object);

/// "write of 4 bytes at byte 12 of <object> races with a read at k.cl:4:12 by <item>".
/// `item` describes the other's work-item, and is empty if unknown.
std::string raceText(const Race &race, const OtherAccess &other, const std::string &object,
                     const std::string &item);

} // namespace weft::icd
