// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many children compile at a time, over all programs of a host.
//
// The process of each program tells the server how many children it has and how many more it would
// start. The server distributes the slots: code that launches wait for comes first, then code that
// launches would use, then the rest; within each class, running children keep their slots, and
// programs take turns for the remaining ones. A child whose slot is taken by something more urgent
// is suspended until a slot is free again.
//
// Each program has its own bound, from when the host requested the build: it may run one more child
// while fewer than that run in total.
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

/// Why code is generated, most urgent first.
enum class Urgency : std::size_t {
  First, ///< a launch waits for it
  InUse, ///< launches would use it
  Spare,
};
inline constexpr std::size_t urgencies = 3;

/// A number of children for each urgency.
using SlotCounts = std::array<std::uint32_t, urgencies>;

struct SlotDemand {
  SlotCounts running{}; ///< children, excluding those suspended for lack of a slot
  SlotCounts wanted{};  ///< more of them
  std::uint32_t most = 1;
  std::uint32_t isForCacheAlone = 0; ///< the client is gone
  std::uint32_t mayPark = 0;         ///< the client waits for no code
  std::uint32_t isBehind = 0;        ///< the client has not taken all available code
  std::uint64_t number = 0;          ///< counts a program's demands
  std::uint64_t grant = 0;           ///< the newest known to the program
  bool operator==(const SlotDemand &) const = default;
};

/// Whether the process of a program is to park it with the server.
enum class Parking : std::uint32_t {
  No,
  Possible, ///< if the client still waits for no code
  Now,      ///< in any case: the host has exited
};

struct SlotGrant {
  SlotCounts counts{};
  Parking parking = Parking::No;
  std::uint32_t unused = 0;
  std::uint64_t number = 0; ///< counts changes of a program's grant
  std::uint64_t demand = 0; ///< the newest known to the server
  bool operator==(const SlotGrant &) const = default;
};

/// The grant of each program, given all demands. Until it is quiet, no work for the cache alone is
/// started.
std::vector<SlotCounts> divideSlots(std::span<const SlotDemand> demands, bool isQuiet = true);

/// Which of the programs with processes to park, so that at most `most` are left. They are in order
/// of age; the oldest without working children go first. Those whose clients are behind do not
/// count: they can only wait.
std::vector<Parking> choosePrograms(std::span<const SlotDemand> demands, std::size_t most);

/// The server's end of one program's channel.
class SlotGrants {
public:
  SlotGrants() = default;
  explicit SlotGrants(Descriptor socket) : socket(std::move(socket)) {}

  int file() const { return socket.get(); }
  /// Receives the newest demand. A program that is gone has none.
  void receive();
  /// The demand, as if an unacknowledged grant were used.
  SlotDemand demand() const;
  /// Sends the program its grant, if that has changed.
  void grant(const SlotCounts &counts, Parking parking = Parking::No);
  /// The last grant sent.
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
  /// Sends the demand to the server, if it has changed.
  void ask(SlotDemand demand);
  /// Receives the newest grant.
  void receive();
  std::uint32_t granted(Urgency urgency) const {
    return grant.counts[static_cast<std::size_t>(urgency)];
  }
  std::uint32_t grantedInAll() const {
    return std::accumulate(grant.counts.begin(), grant.counts.end(), std::uint32_t{0});
  }
  Parking parking() const { return grant.parking; }
  /// Whether the server's last grant took account of the demand.
  bool isCurrent() const { return grant.demand == told.number; }
  /// In a forked child.
  void forget() { socket.reset(); }

private:
  Descriptor socket;
  SlotDemand told;
  SlotGrant grant;
};

} // namespace weft::compiler
