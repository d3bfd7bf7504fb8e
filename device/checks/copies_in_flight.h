// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The asynchronous copies of a work-group from their issue to the wait, in checked mode.
#pragma once

#include "device/kernel_abi_checks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::device {

/// The bytes that a copy reads, or those that it writes: lines, in planes.
struct CopySide {
  std::uint64_t begin = 0, bytes = 0;
  std::uint64_t lines = 0, line = 0; ///< how many, and from one to the next
  std::uint64_t planes = 0, plane = 0;

  bool isEmpty() const { return !bytes || !lines || !planes; }
  /// From the first byte to the last.
  weft_bytes hull() const;
  bool overlaps(std::uint64_t address, std::uint64_t count) const;
  bool overlaps(const CopySide &other) const;
};

struct CopyInFlight {
  CopySide written, read;
  const weft_check_site *site = nullptr;
  std::array<std::uint64_t, 3> item{}; ///< the first of the group
  bool isToLocal = false;
  // What the list adds.
  std::uint64_t event = 0;
  std::uint64_t fences = 0; ///< how many came before
  bool isAwaited = false;   ///< it ends when all work-items have come to the wait
  bool isDelayed = false;

  void make() const noexcept;
};

/// A list in memory that a group has, and that is zero when it begins. One thread at a time.
class CopiesInFlight {
public:
  /// How many bytes the list takes.
  static std::uint64_t bytes() noexcept;
  explicit CopiesInFlight(weft_copies *memory) noexcept;

  /// A copy that joins an event, or 0. `isDelayed`: it is made when it ends, or at once if there
  /// is no room. `conflict`: a copy that it may run at the same time as, and that touches what it
  /// writes, or writes what it reads; or null.
  struct Begun {
    std::uint64_t event;
    const CopyInFlight *conflict;
  };
  Begun begin(CopyInFlight copy, std::uint64_t joined, bool isDelayed) noexcept;
  /// Later copies come after those before.
  void fence() noexcept;

  enum class Wait { Known, Unknown, Again };
  struct Waited {
    Wait kind;
    const weft_check_site *earlier; ///< of Again
  };
  /// The group is going to wait for an event at a place.
  Waited await(std::uint64_t event, const weft_check_site &site) noexcept;
  /// Ends copies for which it has waited.
  void end() noexcept;

  /// A copy that an access must not come before the end of; or null.
  const CopyInFlight *touched(std::uint64_t address, std::uint64_t count,
                              bool writes) const noexcept;
  std::span<const CopyInFlight> all() const noexcept;

private:
  struct Table;
  void summarise() noexcept;

  Table *table;
};

} // namespace weft::device
