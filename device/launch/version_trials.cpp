// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/version_trials.h"

#include "device/base/reports/log.h"

namespace weft::device {
namespace {

using Verdict = VersionTrial::Verdict;
using State = ActivityBoard::Trial::State;

static_assert(rangeKinds <= ActivityBoard::maxTrials);

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

State stateOf(Verdict verdict) {
  return verdict == Verdict::Pending ? State::Open
         : verdict == Verdict::Lanes ? State::Lanes
                                     : State::Scalar;
}

} // namespace

const char *nameOf(RangeKind kind) noexcept {
  constexpr std::array<const char *, rangeKinds> names = {"usual ranges", "narrow groups",
                                                          "few groups", "few work-items"};
  return names[static_cast<std::size_t>(kind)];
}

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
    const VersionTrial::Result found = find(kind);
    entry.kept.store(found.verdict, std::memory_order_relaxed);
    if (found.verdict != Verdict::Pending) {
      entry.isFromBefore.store(true, std::memory_order_relaxed);
      entry.trial.begin(found);
      log(LogLevel::Info, "kernel '%s' runs %s on %s: the cache keeps that verdict", lanes.name,
          found.verdict == Verdict::Scalar ? "single work-items" : "lanes", nameOf(kind));
    }
    if (!isRefused.load(std::memory_order_relaxed))
      show(kind, stateOf(found.verdict), found.gain);
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
  if (isCompared && clearlyFaster * laneCost < firstCost) {
    if (entryOf(kind).kept.load(std::memory_order_relaxed) != Verdict::Lanes)
      log(LogLevel::Info,
          "kernel '%s' runs lanes on %s: a work-item takes %.3g ns, in the first code %.3g",
          lanes.name, nameOf(kind), static_cast<double>(laneCost), static_cast<double>(firstCost));
    return trial.begin({Verdict::Lanes});
  }
  if (!isRequested.exchange(true))
    request();
}

const KernelVersion *VersionTrials::whileAwaited(float laneCost, float firstCost) const noexcept {
  const bool isFaster = firstCost > 0 && firstCost < laneCost;
  return isFaster && isRequested.load(std::memory_order_relaxed) && !scalar() ? first : nullptr;
}

void VersionTrials::keepVerdict(RangeKind kind) noexcept {
  Entry &entry = entryOf(kind);
  const VersionTrial::Result result = entry.trial.result();
  show(kind, stateOf(result.verdict), result.gain);
  if (result.verdict != Verdict::Pending && entry.kept.exchange(result.verdict) != result.verdict)
    keep(kind, result);
}

void VersionTrials::refuse() noexcept {
  isRefused.store(true, std::memory_order_seq_cst);
  for (std::size_t kind = 0; kind != rangeKinds; ++kind)
    if (entries[kind].shown.load(std::memory_order_seq_cst) != State::None)
      show(static_cast<RangeKind>(kind), State::Lanes, 0);
}

void VersionTrials::show(RangeKind kind, State state, float gain) noexcept {
  if (entryOf(kind).shown.exchange(state, std::memory_order_seq_cst) != state)
    noteTrial(lanes.name, static_cast<std::size_t>(kind), state, gain);
  // Refused meanwhile, and perhaps shown so before this.
  if (state != State::Lanes && isRefused.load(std::memory_order_seq_cst))
    noteTrial(lanes.name, static_cast<std::size_t>(kind), State::Lanes, 0);
}

} // namespace weft::device
