// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/processes/compile_slots.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

namespace weft::compiler {
namespace {

/// Sends one packet of a packet socket. False if that would block.
template <class Message> bool send(int socket, const Message &message) {
  return ::send(socket, &message, sizeof message, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof message;
}

/// Receives all pending packets; the last one counts. Closes a socket whose peer is closed, as it
/// would remain readable.
template <class Message> void receiveLast(Descriptor &socket, Message &message) {
  Message received;
  while (socket) {
    const ssize_t size = ::recv(socket.get(), &received, sizeof received, MSG_DONTWAIT);
    if (size == sizeof received)
      message = received;
    else if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
      socket.reset();
    else if (size > 0 || errno == EAGAIN)
      return;
  }
}

} // namespace

std::vector<SlotCounts> divideSlots(std::span<const SlotDemand> demands, bool isQuiet) {
  std::vector<SlotCounts> shares(demands.size(), SlotCounts{});
  std::uint32_t total = 0;
  // Gives each program one of its `wish`es in turn, while there are any slots.
  const auto giveInTurns = [&](std::size_t urgency, auto wish) {
    for (bool hasGiven = true; hasGiven;) {
      hasGiven = false;
      for (std::size_t program = 0; program < demands.size(); ++program) {
        std::uint32_t &share = shares[program][urgency];
        if (share < wish(demands[program]) && total < demands[program].most) {
          ++share;
          ++total;
          hasGiven = true;
        }
      }
    }
  };
  for (std::size_t urgency = 0; urgency < urgencies; ++urgency) {
    giveInTurns(urgency, [&](const SlotDemand &demand) { return demand.running[urgency]; });
    giveInTurns(urgency, [&](const SlotDemand &demand) {
      const bool waits = demand.isForCacheAlone && !isQuiet;
      return demand.running[urgency] + (waits ? 0 : demand.wanted[urgency]);
    });
  }
  return shares;
}

std::vector<Parking> choosePrograms(std::span<const SlotDemand> demands, std::size_t most) {
  std::vector<Parking> result(demands.size(), Parking::No);
  const auto behind = std::ranges::count_if(demands, &SlotDemand::isBehind);
  std::size_t left = demands.size() - static_cast<std::size_t>(behind);
  for (const bool hasChildren : {false, true})
    for (std::size_t program = 0; program < demands.size() && left > most; ++program) {
      const SlotDemand &demand = demands[program];
      if (!demand.mayPark || demand.isBehind || (demand.running != SlotCounts{}) != hasChildren)
        continue;
      result[program] = Parking::Possible;
      --left;
    }
  return result;
}

void SlotGrants::receive() {
  receiveLast(socket, current);
  if (!socket)
    current = {};
}

SlotDemand SlotGrants::demand() const {
  SlotDemand result = current;
  if (current.grant != granted.number)
    for (std::size_t urgency = 0; urgency < urgencies; ++urgency) {
      std::uint32_t &running = result.running[urgency], &wanted = result.wanted[urgency];
      const std::uint32_t unanswered =
          granted.counts[urgency] - std::min(running, granted.counts[urgency]);
      const std::uint32_t begun = std::min(unanswered, wanted);
      running += begun;
      wanted -= begun;
    }
  return result;
}

void SlotGrants::grant(const SlotCounts &counts, Parking parking) {
  SlotGrant next = granted;
  next.counts = counts;
  next.parking = parking;
  next.number += counts != granted.counts;
  next.demand = current.number;
  if (socket && next != granted && send(socket.get(), next))
    granted = next;
}

void CompileSlots::ask(SlotDemand demand) {
  demand.number = told.number;
  demand.grant = grant.number;
  if (demand == told)
    return;
  ++demand.number;
  if (send(socket.get(), demand))
    told = demand;
}

void CompileSlots::receive() { receiveLast(socket, grant); }

} // namespace weft::compiler
