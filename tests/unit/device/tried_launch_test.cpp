// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/version_trials.h"

#include "device/base/clock.h"
#include "device/launch/trial_note.h"
#include "tests/unit/device/counting_kernel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <vector>

namespace weft::device {
namespace {

/// Single work-items are twice as fast. Counts the groups that ran so.
std::atomic<std::size_t> scalarGroups{0};
template <bool isScalar>
void countItemsFor(const weft_launch *launch, size_t first, size_t last, weft_worker *worker) {
  const std::uint64_t nanoseconds = (last - first) * (isScalar ? 20'000 : 40'000);
  const std::uint64_t end = monotonicNanoseconds() + nanoseconds;
  scalarGroups += isScalar ? last - first : 0;
  countItems(launch, first, last, worker);
  while (monotonicNanoseconds() < end)
    ;
}

/// Has the version without lanes as soon as it is requested.
class TestedTrials final : public VersionTrials {
public:
  TestedTrials(const weft_kernel_description &lanes, const KernelVersion &scalar,
               bool canBeBuilt = true)
      : VersionTrials(lanes, nullptr), version(scalar), canBeBuilt(canBeBuilt) {}

  std::atomic<unsigned> requests{0};
  std::array<VersionTrial::Result, rangeKinds> known{};

private:
  void request() noexcept override {
    ++requests;
    if (canBeBuilt)
      add(version);
    else
      refuse();
  }
  void require() noexcept override { request(); }
  VersionTrial::Result find(RangeKind kind) noexcept override {
    return known[static_cast<std::size_t>(kind)];
  }
  void keep(RangeKind kind, const VersionTrial::Result &result) noexcept override {
    known[static_cast<std::size_t>(kind)] = result;
  }

  const KernelVersion version;
  const bool canBeBuilt;
};

class TriedLaunch : public testing::Test {
protected:
  TriedLaunch() {
    for (weft_kernel_description *kernel : {&lanes, &scalar})
      kernel->flags = WEFT_KERNEL_ANY_ORDER | WEFT_KERNEL_LANES_MAY_LOSE | WEFT_KERNEL_HAS_LANES;
  }

  /// Returns how many groups ran without lanes.
  std::size_t runOn(std::size_t groups, std::size_t items, VersionTrials *trials) {
    scalarGroups = 0;
    std::vector<std::atomic<std::uint32_t>> counters(groups * items);
    const Arguments arguments(counters.data());
    Launch launch = launchOf(lanes, arguments, {1, {}, {groups * items, 1, 1}, {items, 1, 1}});
    launch.version.trials = trials;
    EXPECT_EQ(run(arena(), launch), LaunchStatus::Complete);
    EXPECT_TRUE(std::ranges::all_of(counters, [](const auto &count) { return count == 1u; }));
    return scalarGroups;
  }

  weft_kernel_description lanes = describe(countItemsFor<false>),
                          scalar = describe(countItemsFor<true>);
};

// What is chosen depends on the time that groups take, so that is only known of a verdict.
TEST_F(TriedLaunch, RunsEveryItemOnceBeforeAndAfterTheRequest) {
  TestedTrials trials(lanes, {&scalar});
  for (int launch = 0; launch != 4; ++launch)
    runOn(3'000, 32, &trials);
  EXPECT_EQ(trials.requests, 1u);
  EXPECT_EQ(runOn(100, 32, nullptr), 0u) << "without trials";
}

TEST_F(TriedLaunch, BeginsWithTheVerdictOfAnEarlierProcess) {
  TestedTrials trials(lanes, {&scalar});
  trials.known.fill({VersionTrial::Verdict::Scalar});
  EXPECT_EQ(runOn(100, 32, &trials), 100u);
  EXPECT_EQ(runOn(8, 1, &trials), 8u) << "few groups";
  EXPECT_EQ(runOn(100, 2, &trials), 100u) << "narrow groups";
  EXPECT_EQ(trials.requests, 1u);
}

TEST_F(TriedLaunch, StaysInLanesWhereThereIsNothingElse) {
  TestedTrials trials(lanes, {&scalar}, /*canBeBuilt=*/false);
  trials.known.fill({VersionTrial::Verdict::Scalar});
  EXPECT_EQ(runOn(100, 32, &trials), 0u);
  EXPECT_EQ(runOn(100, 32, &trials), 0u);
  EXPECT_EQ(trials.requests, 1u) << "it is not asked for again";
}

TEST_F(TriedLaunch, TriesNarrowGroupsAloneWhereLanesCannotLose) {
  lanes.flags &= ~WEFT_KERNEL_LANES_MAY_LOSE;
  TestedTrials trials(lanes, {&scalar});
  trials.known.fill({VersionTrial::Verdict::Scalar});
  EXPECT_EQ(runOn(100, 32, &trials), 0u);
  EXPECT_EQ(runOn(8, 1, &trials), 0u);
  EXPECT_EQ(runOn(100, 2, &trials), 100u);
}

// Lanes that are several times as fast as the first code have nothing to fear.
TEST(VersionTrials, ComparesWithTheFirstCodeFirst) {
  weft_kernel_description lanes{}, first{};
  lanes.flags = WEFT_KERNEL_ANY_ORDER | WEFT_KERNEL_LANES_MAY_LOSE | WEFT_KERNEL_HAS_LANES;
  for (const bool isClear : {false, true}) {
    TestedTrials trials(lanes, {&first});
    VersionTrial &trial = *trials.of(RangeKind::Usual);
    trials.consider(RangeKind::Usual, 10, isClear ? 100 : 20);
    EXPECT_EQ(trials.requests, 0u) << "it has not run for long";
    trial.add({1'000, false, false}, 30'000'000, "kernel");
    trials.consider(RangeKind::Usual, 10, isClear ? 100 : 20);
    EXPECT_EQ(trials.requests, isClear ? 0u : 1u);
    EXPECT_EQ(trial.now(), isClear ? VersionTrial::Verdict::Lanes : VersionTrial::Verdict::Pending);
    trials.keepVerdict(RangeKind::Usual);
    EXPECT_EQ(trials.known[0].verdict, trial.now());
  }
}

TEST(VersionTrials, LeaveAFasterFirstCodeInPlaceMeanwhile) {
  weft_kernel_description lanes{};
  lanes.flags = WEFT_KERNEL_ANY_ORDER | WEFT_KERNEL_LANES_MAY_LOSE | WEFT_KERNEL_HAS_LANES;
  const KernelVersion first{&lanes};
  class SlowTrials final : public VersionTrials {
  public:
    using VersionTrials::VersionTrials;

  private:
    void request() noexcept override {}
    void require() noexcept override {}
    VersionTrial::Result find(RangeKind) noexcept override { return {}; }
    void keep(RangeKind, const VersionTrial::Result &) noexcept override {}
  } trials(lanes, &first);
  EXPECT_EQ(trials.whileAwaited(20, 10), nullptr) << "nothing is awaited";
  trials.of(RangeKind::Usual)->add({1'000, false, false}, 30'000'000, "kernel");
  trials.consider(RangeKind::Usual, 20, 10);
  EXPECT_EQ(trials.whileAwaited(20, 10), &first);
  EXPECT_EQ(trials.whileAwaited(9, 10), nullptr);
  EXPECT_EQ(trials.whileAwaited(9, 0), nullptr) << "its cost is unknown";
}

TEST(TrialNote, ComesBackAsItWas) {
  using enum VersionTrial::Verdict;
  for (const VersionTrial::Result &result :
       {VersionTrial::Result{Lanes, 1.5f}, {Scalar, 3.25f}, {Lanes, 0.95f}, {Scalar, 0}})
    EXPECT_EQ(trialResultOf(textOf(result)), result) << textOf(result);
  EXPECT_EQ(textOf({Scalar, 3.14159f}), "scalar 3.14");
  for (const char *other :
       {"", "lane", "lanes ", "scalar x", "scalar 3x", "scalar -1", "scalar nan"})
    EXPECT_EQ(trialResultOf(other), VersionTrial::Result()) << other;
}

} // namespace
} // namespace weft::device
