// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/tried_launch.h"

#include "device/base/clock.h"
#include "device/launch/cost_table.h"

#include <utility>

namespace weft::device {
namespace {

bool isCancelled(const Launch &launch) noexcept {
  return launch.isCancelled && launch.isCancelled->load(std::memory_order_relaxed);
}

LaunchStatus runAs(const KernelVersion &version, Arena &arena, const Launch &launch) {
  Launch other = launch;
  other.version = version;
  return run(arena, other, planOf(arena, other));
}

/// A launch of few groups as a sample of a trial, or before it.
LaunchStatus runSample(Arena &arena, const Launch &launch, const LaunchPlan &plan,
                       VersionTrials &trials, VersionTrial &trial) {
  const KernelVersion *const scalar = trials.scalar();
  const VersionTrial::Part part = trial.nextLaunch(workItemsOf(launch.range), scalar != nullptr);
  const std::uint64_t begin = monotonicNanoseconds();
  const LaunchStatus status =
      part.isScalar ? runAs(*scalar, arena, launch) : run(arena, launch, plan);
  if (status == LaunchStatus::Complete && !isCancelled(launch))
    trial.addLaunch(part, monotonicNanoseconds() - begin, launch.version.kernel->name);
  return status;
}

/// Nanoseconds of a work-item in lanes, and in the first code; 0 if unknown.
std::pair<float, float> costsOf(const Launch &launch, const VersionTrials &trials) {
  const CostTable &costs = CostTable::instance();
  const KernelVersion *const first = trials.firstCode();
  return {costs.of(launch.version.kernel), first ? costs.of(first->kernel) : 0};
}

LaunchStatus runPending(Arena &arena, const Launch &launch, const LaunchPlan &plan, RangeKind kind,
                        VersionTrials &trials, VersionTrial &trial) {
  const auto [laneCost, firstCost] = costsOf(launch, trials);
  if (const KernelVersion *first = trials.whileAwaited(laneCost, firstCost))
    return runAs(*first, arena, launch);
  const LaunchStatus status = areWholeLaunchesTimed(kind)
                                  ? runSample(arena, launch, plan, trials, trial)
                                  : run(arena, launch, plan);
  const auto [laneCostNow, firstCostNow] = costsOf(launch, trials);
  trials.consider(kind, laneCostNow, firstCostNow);
  trials.keepVerdict(kind);
  return status;
}

} // namespace

LaunchStatus runTried(Arena &arena, const Launch &launch, VersionTrials &trials) {
  const LaunchPlan plan = planOf(arena, launch);
  const std::uint64_t groups = groupsOf(launch.range, plan.localSize);
  const RangeKind kind = kindOf(*launch.version.kernel, plan.localSize, groups);
  VersionTrial *const trial = groups ? trials.of(kind) : nullptr;
  if (!trial)
    return run(arena, launch, plan);
  if (trial->isOpen())
    return runPending(arena, launch, plan, kind, trials, *trial);
  const KernelVersion *const scalar = trial->choosesScalar() ? trials.withoutLanes(kind) : nullptr;
  const LaunchStatus status = scalar ? runAs(*scalar, arena, launch) : run(arena, launch, plan);
  // Lanes count their groups themselves where these are samples; whole launches count work-items.
  if (areWholeLaunchesTimed(kind))
    trial->ran(workItemsOf(launch.range));
  else if (scalar)
    trial->ran(groups);
  return status;
}

} // namespace weft::device
