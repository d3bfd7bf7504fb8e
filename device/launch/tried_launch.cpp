// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/tried_launch.h"

#include "device/base/clock.h"
#include "device/launch/cost_table.h"

namespace weft::device {
namespace {

/// Saturating.
std::uint64_t itemsOf(const NdRange &range) noexcept {
  std::uint64_t items = 1;
  for (std::size_t d = 0; d < range.dimensions; ++d)
    if (__builtin_mul_overflow(items, range.globalSize[d], &items))
      return ~std::uint64_t{0};
  return items;
}

bool isCancelled(const Launch &launch) noexcept {
  return launch.isCancelled && launch.isCancelled->load(std::memory_order_relaxed);
}

/// A launch of few groups as a sample of a trial, or before it.
LaunchStatus runSample(Arena &arena, const Launch &launch, const LaunchPlan &plan,
                       VersionTrials &trials, VersionTrial &trial) {
  const std::size_t items = itemsOf(launch.range);
  const VersionTrial::Part part = trial.nextLaunch(items, trials.scalar() != nullptr);
  const std::uint64_t begin = monotonicNanoseconds();
  LaunchStatus status;
  if (part.isScalar) {
    Launch other = launch;
    other.version = *trials.scalar();
    status = run(arena, other, planOf(arena, other));
  } else {
    status = run(arena, launch, plan);
  }
  if (status == LaunchStatus::Complete && !isCancelled(launch))
    trial.add(part, monotonicNanoseconds() - begin, launch.version.kernel->name);
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
  if (const KernelVersion *scalar = trial->choosesScalar() ? trials.await() : nullptr) {
    Launch other = launch;
    other.version = *scalar;
    const LaunchStatus status = run(arena, other, planOf(arena, other));
    trial->ran(groups);
    return status;
  }
  const bool isPending = trial->isOpen();
  const LaunchStatus status = isPending && areWholeLaunchesTimed(kind)
                                  ? runSample(arena, launch, plan, trials, *trial)
                                  : run(arena, launch, plan);
  if (isPending) {
    const CostTable &costs = CostTable::instance();
    const weft_kernel_description *const first = trials.firstCode();
    trials.consider(kind, costs.of(launch.version.kernel), first ? costs.of(first) : 0);
    trials.keepVerdict(kind);
  }
  return status;
}

} // namespace weft::device
