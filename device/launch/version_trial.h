// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of a kernel's two versions is faster, lanes or single work-items, on ranges of one kind.
//
// The trial begins when there are both and the kernel has run for many times the length of a
// sample, so that it costs less than a hundredth of the time of kernels for which it matters.
// Samples are a few neighbouring groups of any launch. Launches of few groups are samples as a
// whole, the last one in lanes before the trial included, and hardly any are needed: they are long.
// They alternate in the order lanes, scalar, scalar, lanes, so that neither version always comes
// second to memory that both use. If all samples of one version are far better, the trial is over.
// Otherwise medians and minima decide at the end: a sample may contain groups with more work, or be
// preempted. The trial is repeated whenever the kernel has run sixteen times as many groups, as
// data change and verdicts may be wrong.
//
// Memory order. A verdict is released behind what belongs to it, and acquired by those who look: a
// thread that follows a verdict knows when the next trial is due, and does not take an older date
// for it, with which it would drop the verdict at once. Samples are guarded by the lock. All else
// are estimates of costs and durations: any value that was once written will do. tests/models/
// version_trial.cpp
#pragma once

#include "device/base/threads/spin_lock.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace weft::device {

/// Thread-safe.
class VersionTrial {
public:
  enum class Verdict : unsigned char { Pending, Lanes, Scalar };

  /// A verdict, and what it rests on.
  struct Result {
    Verdict verdict = Verdict::Pending;
    /// How many times as fast the chosen version was as the other one; 0: not measured. Lanes may
    /// be chosen with less than 1.
    float gain = 0;

    bool operator==(const Result &) const = default;
  };

  /// The next groups to run, and how.
  struct Part {
    std::size_t groups;
    bool isScalar;
    bool isSample;
  };

  /// Whether there is no verdict; until then, parts are run, timed and added.
  bool isOpen() const noexcept { return now() == Verdict::Pending; }
  bool choosesScalar() const noexcept { return now() == Verdict::Scalar; }

  Verdict now() const noexcept { return verdict.load(std::memory_order_acquire); }
  /// How long lanes have run before the trial, in nanoseconds.
  std::uint64_t nanosecondsInLanes() const noexcept {
    return nanosecondsRun.load(std::memory_order_relaxed);
  }

  /// The verdict with its gain, for reports: in a repeated trial, those may be of different ones.
  Result result() const noexcept { return {now(), gain.load(std::memory_order_relaxed)}; }

  /// Sets the verdict for a while, without samples.
  void begin(const Result &known) noexcept;
  /// At most `left` groups, which is not 0, and at least one. `hasScalar`: there are both versions.
  Part next(std::size_t left, bool hasScalar) noexcept;
  /// The duration of a part. `kernel`: its name, for the log.
  void add(const Part &part, std::uint64_t nanoseconds, const char *kernel) noexcept;

  // The same for launches as a whole, whose work-items count as groups.

  /// The next launch. Alternates from the first on with both versions.
  Part nextLaunch(std::size_t items, bool hasScalar) noexcept;
  void addLaunch(const Part &part, std::uint64_t nanoseconds, const char *kernel) noexcept;
  /// This many groups have run by the verdict; there may be another trial.
  void ran(std::size_t groups) noexcept {
    if (groupsRun.fetch_add(groups, std::memory_order_relaxed) + groups >=
        nextTrial.load(std::memory_order_relaxed))
      repeat();
  }

private:
  static constexpr unsigned samplesOfEach = 5;
  struct Samples {
    Samples() noexcept { nanosecondsPerGroup.fill(std::numeric_limits<float>::infinity()); }
    std::array<float, samplesOfEach> nanosecondsPerGroup;
    unsigned count = 0;
    float median() const noexcept;
    float least() const noexcept;
    bool areBelow(float part, const Samples &others) const noexcept;
  };
  void addSample(bool isScalar, float cost) noexcept;
  /// How many pairs of samples decide if one version is far faster in all of them, or very far.
  struct Pairs {
    unsigned ofFar, ofVeryFarLanes, ofVeryFarScalar;
  };
  void judge(const Pairs &needed, const char *kernel) noexcept;
  void decide(Verdict result, const char *kernel) noexcept;
  void repeat() noexcept;

  std::atomic<Verdict> verdict{Verdict::Pending};
  std::atomic<float> gain{0}; ///< Result::gain; 0 without a verdict
  std::atomic<unsigned> samplesBegun{0};
  std::atomic<std::uint64_t> nanosecondsRun{0}; ///< in lanes, before the trial
  std::atomic<float> groupCost{0};              ///< nanoseconds in lanes; 0: unknown
  std::atomic<float> scalarCost{0};        ///< likewise of single work-items, in the last sample
  std::atomic<std::uint64_t> lastPart{0};  ///< nanoseconds, before the trial
  std::atomic<std::uint64_t> groupsRun{0}; ///< in all
  std::atomic<std::uint64_t> nextTrial{0}; ///< in groups; once there is a verdict
  SpinLock lock;                           ///< guards the following
  Samples lanes, scalar;
  Verdict last = Verdict::Pending; ///< verdict
};

} // namespace weft::device
