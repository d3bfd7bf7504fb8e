// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/version_trial.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

namespace weft::device {
namespace {

/// Runs launches of so many groups with a clock of its own.
class Simulation {
public:
  using Cost = std::function<std::uint64_t(std::size_t group, bool isScalar)>; // in nanoseconds

  explicit Simulation(Cost cost) : cost(std::move(cost)) {}

  void launch(std::size_t groups) {
    for (std::size_t first = 0; first < groups && trial.isOpen();) {
      const VersionTrial::Part part = trial.next(groups - first, hasScalar);
      ASSERT_GE(part.groups, 1u);
      ASSERT_LE(part.groups, groups - first);
      std::uint64_t nanoseconds = 0;
      for (std::size_t group = first; group != first + part.groups; ++group)
        nanoseconds += cost(group, part.isScalar);
      trial.add(part, nanoseconds, "simulated");
      first += part.groups;
      run += nanoseconds;
      samples += part.isSample;
      scalarTime += part.isScalar ? nanoseconds : 0;
    }
  }

  VersionTrial trial;
  bool hasScalar = true;
  std::uint64_t run = 0, scalarTime = 0;
  unsigned samples = 0;

private:
  Cost cost;
};

Simulation::Cost constant(std::uint64_t lanes, std::uint64_t scalar) {
  return [=](std::size_t, bool isScalar) { return isScalar ? scalar : lanes; };
}

TEST(VersionTrial, ChoosesTheFasterVersion) {
  for (const std::uint64_t group : {20u, 300u, 5'000u, 200'000u}) {
    Simulation slowLanes(constant(10 * group, 7 * group)),
        fastLanes(constant(7 * group, 10 * group));
    for (Simulation *simulation : {&slowLanes, &fastLanes}) {
      simulation->launch(10'000'000 / group + 100);
      EXPECT_FALSE(simulation->trial.isOpen()) << group;
    }
    EXPECT_TRUE(slowLanes.trial.choosesScalar()) << group;
    EXPECT_FALSE(fastLanes.trial.choosesScalar()) << group;
  }
}

TEST(VersionTrial, KeepsLanesWhereThereIsLittleToGain) {
  Simulation simulation(constant(1'000, 950));
  simulation.launch(100'000);
  EXPECT_FALSE(simulation.trial.isOpen());
  EXPECT_FALSE(simulation.trial.choosesScalar());
}

TEST(VersionTrial, WaitsUntilTheKernelHasRunForLong) {
  Simulation simulation(constant(1'000, 100));
  simulation.launch(100);
  EXPECT_EQ(simulation.samples, 0u);
  simulation.launch(2'000);
  EXPECT_TRUE(simulation.trial.choosesScalar());
}

TEST(VersionTrial, WaitsForBothVersions) {
  Simulation simulation(constant(1'000, 100));
  simulation.hasScalar = false;
  simulation.launch(10'000);
  EXPECT_EQ(simulation.samples, 0u);
  EXPECT_GE(simulation.trial.nanosecondsInLanes(), 5'000'000u);
  simulation.hasScalar = true;
  simulation.launch(200);
  EXPECT_TRUE(simulation.trial.choosesScalar());
}

// Eight long groups are no samples of each other: one has much more work.
TEST(VersionTrial, TimesLaunchesOfFewGroupsAsAWhole) {
  for (const bool isScalarFaster : {false, true}) {
    VersionTrial trial;
    unsigned launches = 0;
    for (; trial.isOpen() && launches != 100; ++launches) {
      const VersionTrial::Part part = trial.nextLaunch(8, true);
      EXPECT_EQ(part.groups, 8u);
      trial.addLaunch(part, part.isScalar == isScalarFaster ? 2'000'000 : 3'000'000, "simulated");
    }
    EXPECT_EQ(trial.choosesScalar(), isScalarFaster);
    EXPECT_LT(launches, 10u);
  }
}

// The launch before the trial counts, and one without lanes is enough.
TEST(VersionTrial, EndsAtOnceWhereLongLaunchesAreFarApart) {
  VersionTrial trial;
  trial.addLaunch(trial.nextLaunch(8, false), 200'000'000, "simulated");
  EXPECT_TRUE(trial.isOpen());
  const VersionTrial::Part part = trial.nextLaunch(8, true);
  EXPECT_TRUE(part.isScalar);
  trial.addLaunch(part, 50'000'000, "simulated");
  EXPECT_TRUE(trial.choosesScalar());
}

TEST(VersionTrial, BeginsWithAKnownVerdict) {
  VersionTrial trial;
  trial.begin({VersionTrial::Verdict::Scalar, 3});
  EXPECT_TRUE(trial.choosesScalar());
  trial.ran(std::size_t{1} << 30);
  EXPECT_TRUE(trial.isOpen()) << "data change";
}

TEST(VersionTrial, TellsByHowMuchAVersionIsFaster) {
  VersionTrial trial;
  EXPECT_EQ(trial.result(), VersionTrial::Result());
  trial.addLaunch(trial.nextLaunch(8, false), 300'000'000, "simulated");
  trial.addLaunch(trial.nextLaunch(8, true), 100'000'000, "simulated");
  EXPECT_EQ(trial.result().verdict, VersionTrial::Verdict::Scalar);
  EXPECT_FLOAT_EQ(trial.result().gain, 3);
  trial.ran(std::size_t{1} << 30);
  EXPECT_EQ(trial.result(), VersionTrial::Result()) << "another trial";
}

TEST(VersionTrial, EndsSoonWhereSingleWorkItemsAreFarSlower) {
  Simulation simulation(constant(1'000, 20'000));
  simulation.launch(100'000);
  EXPECT_FALSE(simulation.trial.isOpen());
  EXPECT_LE(simulation.samples, 4u);
  EXPECT_LE(simulation.scalarTime, 10u * 20'000u);
}

TEST(VersionTrial, LooksAtManyLaunchesOfOneGroup) {
  Simulation simulation(constant(2'000, 1'000));
  for (int launch = 0; launch != 60; ++launch)
    simulation.launch(1);
  EXPECT_TRUE(simulation.trial.choosesScalar());
}

// A launch that is cancelled adds nothing.
TEST(VersionTrial, ComesToAVerdictWithoutSomeSamples) {
  Simulation simulation(constant(1'000, 800));
  simulation.launch(500);
  while (!simulation.trial.next(100, true).isSample)
    simulation.launch(100);
  for (int lost = 0; lost != 12; ++lost)
    simulation.trial.next(100, true);
  simulation.launch(100'000);
  EXPECT_TRUE(simulation.trial.choosesScalar());
}

// What was slow at first, or seemed so, may turn out to be faster.
TEST(VersionTrial, IsRepeated) {
  bool areLanesSlow = true;
  Simulation simulation([&](std::size_t, bool isScalar) -> std::uint64_t {
    return isScalar ? 1'000 : areLanesSlow ? 3'000 : 400;
  });
  simulation.launch(10'000);
  ASSERT_TRUE(simulation.trial.choosesScalar());
  areLanesSlow = false;
  unsigned launches = 0;
  for (; simulation.trial.choosesScalar() && launches != 1'000; ++launches) {
    simulation.trial.ran(1'000);
    simulation.launch(1'000);
  }
  EXPECT_FALSE(simulation.trial.choosesScalar());
  EXPECT_GT(launches, 1u) << "that costs little";
}

// The sample seems to say that single work-items are far slower.
TEST(VersionTrial, IsNotMisledByAFirstSampleThatLosesItsProcessor) {
  unsigned calls = 0;
  Simulation simulation([&](std::size_t, bool isScalar) -> std::uint64_t {
    if (isScalar)
      return ++calls == 1 ? 4'000'000 : 500;
    return 1'000;
  });
  simulation.launch(100'000);
  EXPECT_TRUE(simulation.trial.choosesScalar());
}

// A thread that loses its processor, or a group with far more work than others.
TEST(VersionTrial, IsNotMisledByOneLongSample) {
  for (const bool isScalarLong : {false, true})
    for (unsigned which = 0; which != 5; ++which) {
      unsigned number = 0;
      Simulation simulation([&](std::size_t group, bool isScalar) -> std::uint64_t {
        const bool isLong = isScalar == isScalarLong && group >= 40 && number++ == 8 * which + 3;
        return (isScalar ? 800 : 1'000) + (isLong ? 3'000'000 : 0);
      });
      simulation.launch(100'000);
      EXPECT_FALSE(simulation.trial.isOpen());
      EXPECT_TRUE(simulation.trial.choosesScalar() || isScalarLong) << which;
    }
}

} // namespace
} // namespace weft::device
