// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many children compile at a time, over all programs of a host.
//
// The process of each program tells the server how many children it has and how many more it would
// start. The server divides the slots: first come codes that launches wait for, then codes that
// launches would use, then the others; within each, children that run keep their slots, and
// programs take turns for the rest. A child whose slot is taken by something more urgent is stopped
// until there is one again.
//
// Each program has its own bound, as it was when the host ordered the build: one more child may run
// for it while fewer than that run in all.
#pragma once

#include "device/base/files/descriptor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace weft::compiler {

/// Why code is made, the most urgent first.
enum class Urgency : std::size_t {
  First, ///< a launch waits for it
  InUse, ///< launches would use it
  Spare,
};
inline constexpr std::size_t urgencies = 3;

/// A number of children for each urgency.
using SlotCounts = std::array<std::uint32_t, urgencies>;

struct SlotDemand {
  SlotCounts running{}; ///< children, but those that are stopped for want of a slot
  SlotCounts wanted{};  ///< more of them
  std::uint32_t most = 1;
  std::uint32_t isForCacheAlone = 0; ///< the client is gone
  std::uint32_t mayPark = 0;         ///< the client waits for no code
  std::uint32_t isBehind = 0;        ///< the client has not taken what is there
  std::uint64_t number = 0;          ///< counts a program's demands
  std::uint64_t grant = 0;           ///< the newest that the program knew
  bool operator==(const SlotDemand &) const = default;
};

/// Whether the process of a program is to leave it with the server, as data.
enum class Parking : std::uint32_t {
  No,
  Possible, ///< if the client still waits for no code
  Now,      ///< in any case: the host has ended
};

struct SlotGrant {
  SlotCounts counts{};
  Parking parking = Parking::No;
  std::uint32_t unused = 0;
  std::uint64_t number = 0; ///< counts changes of what a program may have
  std::uint64_t demand = 0; ///< the newest that the server knew
  bool operator==(const SlotGrant &) const = default;
};

/// What each program may have, for the demand of each. Until it is quiet, nothing is begun that
/// only the cache waits for.
std::vector<SlotCounts> divideSlots(std::span<const SlotDemand> demands, bool isQuiet = true);

/// Which of the programs that have processes to park, so that no more than `most` are left. Their
/// order is that of age. First go the oldest that have no child at work. Those whose clients are
/// behind do not count: nothing is left to do for them but to wait.
std::vector<Parking> choosePrograms(std::span<const SlotDemand> demands, std::size_t most);

/// The server's end of one program's channel.
class SlotGrants {
public:
  SlotGrants() = default;
  explicit SlotGrants(Descriptor socket) : socket(std::move(socket)) {}

  int file() const { return socket.get(); }
  /// Takes the newest demand that has come. A program that is gone has none.
  void receive();
  /// The demand, as if a grant that the program has not answered were used.
  SlotDemand demand() const;
  /// Tells the program what it may have, where that has changed.
  void grant(const SlotCounts &counts, Parking parking = Parking::No);
  /// What it was told last.
  Parking parking() const { return granted.parking; }

private:
  Descriptor socket;
  SlotDemand current;
  SlotGrant granted;
};

/// A program's end.
class CompileSlots {
public:
  explicit CompileSlots(Descriptor socket) : socket(std::move(socket)) {}

  int file() const { return socket.get(); }
  /// Tells the server, where the demand has changed.
  void ask(SlotDemand demand);
  /// Takes the newest grant that has come.
  void receive();
  std::uint32_t granted(Urgency urgency) const {
    return grant.counts[static_cast<std::size_t>(urgency)];
  }
  std::uint32_t grantedInAll() const {
    return std::accumulate(grant.counts.begin(), grant.counts.end(), std::uint32_t{0});
  }
  Parking parking() const { return grant.parking; }
  /// Whether the server knew the demand as it was told last.
  bool isCurrent() const { return grant.demand == told.number; }
  /// In a forked child.
  void forget() { socket.reset(); }

private:
  Descriptor socket;
  SlotDemand told;
  SlotGrant grant;
};

} // namespace weft::compiler
