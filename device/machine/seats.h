// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which PUs have a thread of Weft's on them. A thread that comes to work on a set of PUs takes a
// seat: a PU of the set that no other thread has taken, in whichever set that was. Where the
// topology says so (Topology::isPinned) it is bound to it, through hwloc.
#pragma once

#include "device/machine/affinity.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace weft::device {

/// A set of PUs to sit on; a seat is a place in it. Thread-safe.
class Seats {
public:
  /// Throws bad_alloc.
  explicit Seats(const ProcessingUnits &units);

  const ProcessingUnits &units() const { return processingUnits; }
  std::size_t count() const { return processingUnits.size(); }

  /// Takes a free seat: the PU that the calling thread runs on, if it may be. Returns count() when
  /// there is none. Does not bind.
  std::size_t take() const noexcept;
  /// Gives it back; nothing to do for count().
  void giveBack(std::size_t seat) const noexcept;
  /// Binds the calling thread to its PU; to all of them for count().
  void bind(std::size_t seat) const noexcept;
  /// The seat on or near the PU that the calling thread runs on, whoever has it.
  std::size_t present() const noexcept;

  /// Lets the system place the calling thread again, on any PU that the process may use.
  static void unbind() noexcept;
  /// In a forked child: nobody sits.
  static void clear() noexcept;

private:
  const ProcessingUnits processingUnits;
  const AffinityMask mask;
  std::vector<std::atomic<bool> *> taken; ///< null for a PU that is not the process's
};

} // namespace weft::device
