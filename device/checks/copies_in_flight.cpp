// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/checks/copies_in_flight.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace weft::device {
namespace {

/// More copies are not in the list.
constexpr std::size_t mostCopies = 32;
/// As many waits are remembered.
constexpr std::size_t mostWaits = 16;

bool meet(std::uint64_t begin, std::uint64_t bytes, std::uint64_t other, std::uint64_t count) {
  return begin < other + count && other < begin + bytes;
}

void extend(weft_bytes &range, const CopySide &side) {
  if (side.isEmpty())
    return;
  const weft_bytes own = side.hull();
  const std::uint64_t end =
      range.size ? std::max(range.begin + range.size, own.begin + own.size) : own.begin + own.size;
  range.begin = range.size ? std::min(range.begin, own.begin) : own.begin;
  range.size = end - range.begin;
}

} // namespace

weft_bytes CopySide::hull() const {
  if (isEmpty())
    return {0, 0};
  return {begin, (planes - 1) * plane + (lines - 1) * line + bytes};
}

bool CopySide::overlaps(std::uint64_t address, std::uint64_t count) const {
  const weft_bytes all = hull();
  if (!all.size || !count || !meet(all.begin, all.size, address, count))
    return false;
  const std::uint64_t ofPlane = (lines - 1) * line + bytes;
  for (std::uint64_t number = 0; number != planes; ++number) {
    const std::uint64_t first = begin + number * plane;
    if (!meet(first, ofPlane, address, count))
      continue;
    // The line in which the address lies, or that before it, and the next.
    const std::uint64_t at =
        address > first && line ? std::min((address - first) / line, lines - 1) : 0;
    if (line <= bytes || meet(first + at * line, bytes, address, count) ||
        (at + 1 < lines && meet(first + (at + 1) * line, bytes, address, count)))
      return true;
  }
  return false;
}

bool CopySide::overlaps(const CopySide &other) const {
  const weft_bytes own = hull(), others = other.hull();
  if (!own.size || !others.size || !meet(own.begin, own.size, others.begin, others.size))
    return false;
  if (lines * planes > other.lines * other.planes)
    return other.overlaps(*this);
  for (std::uint64_t number = 0; number != planes; ++number)
    for (std::uint64_t row = 0; row != lines; ++row)
      if (other.overlaps(begin + number * plane + row * line, bytes))
        return true;
  return false;
}

void CopyInFlight::make() const noexcept {
  for (std::uint64_t number = 0; number != written.planes; ++number)
    for (std::uint64_t row = 0; row != written.lines; ++row)
      std::memmove(
          reinterpret_cast<void *>(written.begin + number * written.plane + row * written.line),
          reinterpret_cast<const void *>(read.begin + number * read.plane + row * read.line),
          written.bytes);
}

struct CopiesInFlight::Table {
  weft_copies summary;
  std::uint64_t lastEvent, fences, waits;
  bool isIncomplete;
  struct {
    std::uint64_t event;
    const weft_check_site *site;
  } waited[mostWaits];
  CopyInFlight copies[mostCopies];
};

std::uint64_t CopiesInFlight::bytes() noexcept { return sizeof(Table); }

CopiesInFlight::CopiesInFlight(weft_copies *memory) noexcept
    : table(reinterpret_cast<Table *>(memory)) {
  static_assert(std::is_trivially_copyable_v<Table> && offsetof(Table, summary) == 0);
}

std::span<const CopyInFlight> CopiesInFlight::all() const noexcept {
  return {table->copies, table->summary.count};
}

void CopiesInFlight::summarise() noexcept {
  weft_copies &summary = table->summary;
  summary.local_written = summary.local_read = summary.global_written =
      summary.global_read = {0, 0};
  for (const CopyInFlight &copy : all()) {
    extend(copy.isToLocal ? summary.local_written : summary.global_written, copy.written);
    extend(copy.isToLocal ? summary.global_read : summary.local_read, copy.read);
  }
}

CopiesInFlight::Begun CopiesInFlight::begin(CopyInFlight copy, std::uint64_t joined,
                                            bool isDelayed) noexcept {
  Begun begun{joined ? joined : ++table->lastEvent, nullptr};
  for (const CopyInFlight &other : all())
    if (other.fences == table->fences &&
        (other.written.overlaps(copy.written) || other.written.overlaps(copy.read) ||
         other.read.overlaps(copy.written)))
      begun.conflict = &other;
  if (table->summary.count == mostCopies) {
    table->isIncomplete = true;
    if (isDelayed)
      copy.make();
    return begun;
  }
  copy.event = begun.event;
  copy.fences = table->fences;
  copy.isDelayed = isDelayed;
  copy.isAwaited = false;
  table->copies[table->summary.count++] = copy;
  summarise();
  return begun;
}

void CopiesInFlight::fence() noexcept { ++table->fences; }

CopiesInFlight::Waited CopiesInFlight::await(std::uint64_t event,
                                             const weft_check_site &site) noexcept {
  bool isKnown = false;
  for (std::size_t index = 0; index != table->summary.count; ++index)
    if (CopyInFlight &copy = table->copies[index]; copy.event == event) {
      isKnown = copy.isAwaited = true;
    }
  const weft_check_site *earlier = nullptr;
  for (const auto &wait : table->waited)
    if (event && wait.event == event)
      earlier = wait.site;
  auto &wait = table->waited[table->waits++ % mostWaits];
  wait = {event, &site};
  if (isKnown)
    return {Wait::Known, nullptr};
  if (earlier)
    return {Wait::Again, earlier};
  const bool wasThere = event && event <= table->lastEvent;
  return {wasThere || table->isIncomplete ? Wait::Known : Wait::Unknown, nullptr};
}

void CopiesInFlight::end() noexcept {
  std::size_t left = 0;
  for (std::size_t index = 0; index != table->summary.count; ++index) {
    const CopyInFlight &copy = table->copies[index];
    if (!copy.isAwaited)
      table->copies[left++] = copy;
    else if (copy.isDelayed)
      copy.make();
  }
  table->summary.count = left;
  summarise();
}

const CopyInFlight *CopiesInFlight::touched(std::uint64_t address, std::uint64_t count,
                                            bool writes) const noexcept {
  for (const CopyInFlight &copy : all())
    if (copy.written.overlaps(address, count) || (writes && copy.read.overlaps(address, count)))
      return &copy;
  return nullptr;
}

} // namespace weft::device
