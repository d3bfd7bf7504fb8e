// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/version_trials.h"

namespace weft::device {
namespace {

/// Fewer groups than that are no choice of samples.
constexpr std::uint64_t manyGroups = 16;
/// Fewer work-items than that are a few gangs, which leave threads without work.
constexpr std::uint64_t manyItems = 64;
/// Gangs of at most half the lanes of the narrowest vectors.
constexpr std::uint64_t narrowItems = 3;
/// How long lanes run before the other version is requested, in nanoseconds: about as long as it
/// takes to compile.
constexpr std::uint64_t patience = 20'000'000;
/// Lanes that are so many times as fast as the first code are faster than the best without lanes.
constexpr float clearlyFaster = 3;

} // namespace

RangeKind kindOf(const weft_kernel_description &kernel,
                 const std::array<std::uint64_t, 3> &localSize, std::uint64_t groups) noexcept {
  if (groups < manyGroups)
    return groups * localSize[0] * localSize[1] * localSize[2] < manyItems ? RangeKind::FewItems
                                                                           : RangeKind::FewGroups;
  // Code for one local size fills its gangs otherwise.
  return localSize[kernel.lane_dimension] <= narrowItems && !kernel.required_work_group_size[0]
             ? RangeKind::NarrowGroups
             : RangeKind::Usual;
}

bool VersionTrials::mayConcern(const weft_kernel_description &kernel,
                               const std::array<std::uint64_t, 3> &localSize) noexcept {
  return kernel.flags & WEFT_KERNEL_LANES_MAY_LOSE ||
         localSize[kernel.lane_dimension] <= narrowItems;
}

VersionTrial *VersionTrials::of(RangeKind kind) noexcept {
  if (isRefused.load(std::memory_order_relaxed) ||
      (kind != RangeKind::NarrowGroups && !(lanes.flags & WEFT_KERNEL_LANES_MAY_LOSE)))
    return nullptr;
  Entry &entry = entryOf(kind);
  if (!entry.isAsked.load(std::memory_order_relaxed) && !entry.isAsked.exchange(true)) {
    const VersionTrial::Verdict found = find(kind);
    entry.kept.store(found, std::memory_order_relaxed);
    if (found != VersionTrial::Verdict::Pending) {
      entry.isFromBefore.store(true, std::memory_order_relaxed);
      entry.trial.begin(found);
    }
  }
  return isRefused.load(std::memory_order_relaxed) ? nullptr : &entry.trial;
}

const KernelVersion *VersionTrials::withoutLanes(RangeKind kind) noexcept {
  if (!scalar() && entryOf(kind).isFromBefore.load(std::memory_order_relaxed))
    require();
  return scalar();
}

void VersionTrials::consider(RangeKind kind, float laneCost, float firstCost) noexcept {
  VersionTrial &trial = entryOf(kind).trial;
  if (trial.nanosecondsInLanes() < patience || !trial.isOpen())
    return;
  const bool isCompared = firstCost > 0;
  if (isCompared && clearlyFaster * laneCost < firstCost)
    return trial.begin(VersionTrial::Verdict::Lanes);
  if (!isRequested.exchange(true))
    request();
}

const KernelVersion *VersionTrials::whileAwaited(float laneCost, float firstCost) const noexcept {
  const bool isFaster = firstCost > 0 && firstCost < laneCost;
  return isFaster && isRequested.load(std::memory_order_relaxed) && !scalar() ? first : nullptr;
}

void VersionTrials::keepVerdict(RangeKind kind) noexcept {
  Entry &entry = entryOf(kind);
  const VersionTrial::Verdict verdict = entry.trial.now();
  if (verdict != VersionTrial::Verdict::Pending && entry.kept.exchange(verdict) != verdict)
    keep(kind, verdict);
}

} // namespace weft::device
