// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/checked/host_ranges.h"

#include "device/base/settings.h"
#include "icd/core/fork_local.h"

#include <algorithm>
#include <iterator>
#include <new>

namespace weft::icd {

HostRanges *HostRanges::ofProcess() noexcept try {
  return Settings::ofProcess().checks.has(Check::Races) ? &forkLocal<HostRanges>() : nullptr;
} catch (const std::bad_alloc &) {
  return nullptr;
}

void HostRanges::add(const HostRange &range) noexcept try {
  const std::scoped_lock lock(mutex);
  ranges.push_back(range);
} catch (const std::bad_alloc &) {
  return;
}

std::optional<HostRange> HostRanges::remove(std::uintptr_t begin) noexcept {
  const std::scoped_lock lock(mutex);
  const auto found = std::ranges::find(ranges, begin, &HostRange::begin);
  if (found == ranges.end())
    return std::nullopt;
  const HostRange removed = *found;
  ranges.erase(found);
  return removed;
}

void HostRanges::forgetObject(const void *object) noexcept {
  const std::scoped_lock lock(mutex);
  std::erase_if(ranges, [&](const HostRange &range) { return range.object == object; });
}

void HostRanges::forget(std::uintptr_t begin, std::size_t bytes) noexcept {
  const std::scoped_lock lock(mutex);
  std::erase_if(ranges, [&](const HostRange &range) { return range.overlaps(begin, bytes); });
}

std::vector<HostRange> HostRanges::overlapping(std::uintptr_t begin, std::size_t bytes) const {
  std::vector<HostRange> found;
  const std::scoped_lock lock(mutex);
  std::ranges::copy_if(ranges, std::back_inserter(found),
                       [&](const HostRange &range) { return range.overlaps(begin, bytes); });
  return found;
}

} // namespace weft::icd
