// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/seats.h"

#include "device/base/threads/once.h"

#include <algorithm>
#include <sched.h>

namespace weft::device {
namespace {

constinit std::atomic<std::atomic<bool> *> ofAllowedUnits{nullptr};

/// One for each PU of Topology::allowed(); never deleted. Throws bad_alloc.
std::atomic<bool> *takenUnits() {
  return &once([] {
    auto *made = new std::atomic<bool>[Topology::ofProcess().allowed().size() + 1]();
    ofAllowedUnits.store(made, std::memory_order_release);
    return made;
  });
}

} // namespace

Seats::Seats(const ProcessingUnits &units) : processingUnits(units), mask(units) {
  const ProcessingUnits &allowed = Topology::ofProcess().allowed();
  for (const unsigned unit : units) {
    const auto found = std::ranges::lower_bound(allowed, unit);
    const bool isOurs = found != allowed.end() && *found == unit;
    taken.push_back(isOurs ? takenUnits() + (found - allowed.begin()) : nullptr);
  }
}

std::size_t Seats::present() const noexcept {
  const int current = sched_getcpu();
  const auto near =
      std::ranges::lower_bound(processingUnits, static_cast<unsigned>(std::max(current, 0)));
  return near == processingUnits.end() ? 0 : near - processingUnits.begin();
}

std::size_t Seats::take() const noexcept {
  const std::size_t start = present();
  for (std::size_t i = 0; i < count(); ++i) {
    const std::size_t seat = (start + i) % count();
    if (taken[seat] && !taken[seat]->load(std::memory_order_relaxed) &&
        !taken[seat]->exchange(true, std::memory_order_acquire))
      return seat;
  }
  return count();
}

void Seats::giveBack(std::size_t seat) const noexcept {
  if (seat < count())
    taken[seat]->store(false, std::memory_order_release);
}

void Seats::bind(std::size_t seat) const noexcept {
  if (Topology::ofProcess().isPinned())
    (seat < count() ? AffinityMask(processingUnits[seat]) : mask).apply();
}

void Seats::unbind() noexcept {
  if (Topology::ofProcess().isPinned())
    AffinityMask(Topology::ofProcess().boundTo()).apply();
}

void Seats::clear() noexcept {
  if (std::atomic<bool> *const units = ofAllowedUnits.load(std::memory_order_acquire))
    for (std::size_t i = 0; i < Topology::ofProcess().allowed().size(); ++i)
      units[i].store(false, std::memory_order_relaxed);
}

} // namespace weft::device
