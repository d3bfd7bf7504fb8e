// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which PUs run a thread of Weft's. A thread that works on a set of PUs takes a seat: a PU of the
// set that no other thread has taken, in this set or another. If threads are pinned
// (Topology::isPinned), hwloc binds it to that PU. A seat is taken by an exchange, so by one thread
// at a time; nothing else is handed over with it.
#pragma once

#include "device/machine/affinity.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace weft::device {

/// A set of PUs; a seat is an index into it. Thread-safe.
class Seats {
public:
  /// Throws bad_alloc.
  explicit Seats(const ProcessingUnits &units);

  const ProcessingUnits &units() const { return processingUnits; }
  std::size_t count() const { return processingUnits.size(); }

  /// Takes a free seat, preferably the PU that the calling thread runs on. Returns count() if there
  /// is none. Does not bind.
  std::size_t take() const noexcept;
  /// Gives it back; no effect for count().
  void giveBack(std::size_t seat) const noexcept;
  /// Binds the calling thread to its PU; to all of them for count().
  void bind(std::size_t seat) const noexcept;
  /// The seat on or near the PU that the calling thread runs on, whoever has it.
  std::size_t present() const noexcept;

  /// Lets the system place the calling thread again, on any PU that the process may use.
  static void unbind() noexcept;
  /// In a forked child: no seat is taken.
  static void clear() noexcept;

private:
  const ProcessingUnits processingUnits;
  const AffinityMask mask;
  std::vector<std::atomic<bool> *> taken; ///< null for a PU that is not the process's
};

} // namespace weft::device
