// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/version_trial.h"

#include "device/base/reports/log.h"

#include <algorithm>
#include <mutex>
#include <span>

namespace weft::device {
namespace {

/// The length of a sample, in nanoseconds, if groups are short: the clock's overhead is small by
/// comparison. Before the trial, parts are several times longer.
constexpr float lengthOfSample = 8'000, lengthOfPart = 100'000;
/// How many times the length of a sample a kernel runs before its trial.
constexpr float patience = 30;
/// The trial ends early if all samples of the better version take less than one of these fractions
/// of each sample of the other one.
constexpr float farBelow = 0.7f, veryFarBelow = 0.5f;
/// Single work-items are chosen if their median and minimum are less than these fractions of the
/// lanes'.
constexpr float clearGain = 0.9f, minGain = 0.95f;
/// How many times as many groups run before the next trial, and how many if none has run.
constexpr std::uint64_t growth = 16, groupsOfKnown = 1 << 20;

std::size_t groupsFor(float nanoseconds, float groupCost, std::size_t left) {
  const float groups = std::clamp(nanoseconds / groupCost, 1.0f, static_cast<float>(left));
  return std::clamp<std::size_t>(static_cast<std::size_t>(groups), 1, left);
}

} // namespace

float VersionTrial::Samples::median() const noexcept {
  std::array<float, samplesOfEach> sorted = nanosecondsPerGroup;
  std::ranges::sort(sorted);
  return sorted[count / 2];
}

void VersionTrial::begin(const Result &known) noexcept {
  nextTrial.store(groupsRun.load(std::memory_order_relaxed) + groupsOfKnown,
                  std::memory_order_relaxed);
  gain.store(known.gain, std::memory_order_relaxed);
  verdict.store(known.verdict, std::memory_order_release);
}

VersionTrial::Part VersionTrial::nextLaunch(std::size_t items, bool hasScalar) noexcept {
  const std::lock_guard guard(lock);
  const bool isScalar = hasScalar && scalar.count < lanes.count;
  return {items, isScalar, hasScalar};
}

void VersionTrial::addLaunch(const Part &part, std::uint64_t nanoseconds,
                             const char *kernel) noexcept {
  constexpr Pairs needed{.ofFar = 2, .ofVeryFarLanes = 1, .ofVeryFarScalar = 1};
  const float cost =
      std::max(static_cast<float>(nanoseconds), 1.0f) / static_cast<float>(part.groups);
  groupsRun.fetch_add(part.groups, std::memory_order_relaxed);
  const std::lock_guard guard(lock);
  if (!part.isSample) {
    nanosecondsRun.fetch_add(nanoseconds, std::memory_order_relaxed);
    lanes = Samples();
  }
  addSample(part.isScalar, cost);
  judge(needed, kernel);
}

VersionTrial::Part VersionTrial::next(std::size_t left, bool hasScalar) noexcept {
  const float cost = groupCost.load(std::memory_order_relaxed);
  if (cost <= 0)
    return {1, false, false};
  const auto run = static_cast<float>(nanosecondsRun.load(std::memory_order_relaxed));
  const auto part = static_cast<float>(lastPart.load(std::memory_order_relaxed));
  const Part unsampled{groupsFor(lengthOfPart, cost, left), false, false};
  // Launches may be shorter than a sample.
  if (!hasScalar || run < patience * std::max(std::min(lengthOfSample, part), cost))
    return unsampled;
  // Until there is a verdict, as samples of cancelled launches are lost.
  const unsigned number = samplesBegun.fetch_add(1, std::memory_order_relaxed);
  const bool isScalar = (number + 1) / 2 % 2 != 0;
  const float known = isScalar ? scalarCost.load(std::memory_order_relaxed) : 0;
  return {groupsFor(lengthOfSample, std::max(cost, known), left), isScalar, true};
}

void VersionTrial::add(const Part &part, std::uint64_t nanoseconds, const char *kernel) noexcept {
  // One pair is not enough: a preempted sample takes many times as long.
  constexpr Pairs needed{.ofFar = 3, .ofVeryFarLanes = 2, .ofVeryFarScalar = 3};
  const float cost =
      std::max(static_cast<float>(nanoseconds), 1.0f) / static_cast<float>(part.groups);
  groupsRun.fetch_add(part.groups, std::memory_order_relaxed);
  if (!part.isSample) {
    nanosecondsRun.fetch_add(nanoseconds, std::memory_order_relaxed);
    lastPart.store(nanoseconds, std::memory_order_relaxed);
    groupCost.store(cost, std::memory_order_relaxed);
    return;
  }
  if (part.isScalar)
    scalarCost.store(cost, std::memory_order_relaxed);
  const std::lock_guard guard(lock);
  addSample(part.isScalar, cost);
  judge(needed, kernel);
}

void VersionTrial::addSample(bool isScalar, float cost) noexcept {
  Samples &samples = isScalar ? scalar : lanes;
  if (samples.count != samplesOfEach) // otherwise it is from the previous trial
    samples.nanosecondsPerGroup[samples.count++] = cost;
}

float VersionTrial::Samples::least() const noexcept {
  return std::ranges::min(nanosecondsPerGroup);
}

bool VersionTrial::Samples::areBelow(float part, const Samples &others) const noexcept {
  const auto known = [](const Samples &samples) {
    return std::span(samples.nanosecondsPerGroup).first(samples.count);
  };
  return std::ranges::max(known(*this)) < part * std::ranges::min(known(others));
}

void VersionTrial::judge(const Pairs &needed, const char *kernel) noexcept {
  const unsigned pairs = std::min(lanes.count, scalar.count);
  if (!isOpen() || pairs == 0)
    return;
  const float ofLanes = lanes.median(), ofScalar = scalar.median();
  if ((pairs >= needed.ofVeryFarLanes && lanes.areBelow(veryFarBelow, scalar)) ||
      (pairs >= needed.ofFar && lanes.areBelow(farBelow, scalar)))
    decide(Verdict::Lanes, kernel);
  else if ((pairs >= needed.ofVeryFarScalar && scalar.areBelow(veryFarBelow, lanes)) ||
           (pairs >= needed.ofFar && scalar.areBelow(farBelow, lanes)))
    decide(Verdict::Scalar, kernel);
  else if (pairs == samplesOfEach)
    decide(ofScalar < clearGain * ofLanes && scalar.least() < minGain * lanes.least()
               ? Verdict::Scalar
               : Verdict::Lanes,
           kernel);
}

void VersionTrial::decide(Verdict result, const char *kernel) noexcept {
  const float ofLanes = lanes.median(), ofScalar = scalar.median();
  nextTrial.store(growth * groupsRun.load(std::memory_order_relaxed), std::memory_order_relaxed);
  gain.store(result == Verdict::Scalar ? ofLanes / ofScalar : ofScalar / ofLanes,
             std::memory_order_relaxed);
  verdict.store(result, std::memory_order_release);
  if (result != last)
    log(LogLevel::Info, "kernel '%s' runs %s: a group takes %.0f ns in lanes, %.0f ns otherwise",
        kernel, result == Verdict::Scalar ? "single work-items" : "lanes",
        static_cast<double>(ofLanes), static_cast<double>(ofScalar));
  last = result;
}

void VersionTrial::repeat() noexcept {
  const std::lock_guard guard(lock);
  if (isOpen() ||
      groupsRun.load(std::memory_order_relaxed) < nextTrial.load(std::memory_order_relaxed))
    return;
  lanes = scalar = Samples();
  samplesBegun.store(0, std::memory_order_relaxed);
  gain.store(0, std::memory_order_relaxed);
  verdict.store(Verdict::Pending, std::memory_order_release);
}

} // namespace weft::device
