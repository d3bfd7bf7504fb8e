// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/range_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <latch>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace weft::device {
namespace {

using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;

class Recorder final : public RangeTask {
public:
  void run(std::size_t first, std::size_t last) noexcept override {
    ranges.emplace_back(first, last);
  }
  Ranges ranges;
};

/// What the owner does in which order, when no helper comes.
Ranges runAlone(std::size_t count, std::size_t grain, std::size_t threads, std::size_t place) {
  Recorder recorder;
  RangeJob *job = RangeJob::acquire(count, grain, threads, recorder);
  job->runAsOwner(place, threads);
  job->release();
  return recorder.ranges;
}

/// Holds each thread in its first range until all have one, and notes where those began.
class FirstRanges final : public RangeTask {
public:
  explicit FirstRanges(std::ptrdiff_t threads) : everybody(threads) {}
  void run(std::size_t first, std::size_t) noexcept override {
    {
      std::lock_guard lock(mutex);
      if (!seen.insert(std::this_thread::get_id()).second)
        return;
      begins.push_back(first);
    }
    everybody.arrive_and_wait();
  }
  std::vector<std::size_t> sorted() {
    std::ranges::sort(begins);
    return begins;
  }

private:
  std::mutex mutex;
  std::latch everybody;
  std::set<std::thread::id> seen;
  std::vector<std::size_t> begins;
};

TEST(RangeJob, OthersSegmentsAreTakenFromTheBack) {
  const Ranges ranges = runAlone(1000, 10, 2, 1);
  std::size_t index = 0;
  std::size_t next = 500;
  for (; index < ranges.size() && ranges[index].first >= 500; ++index) {
    EXPECT_EQ(ranges[index].first, next);
    next = ranges[index].second;
  }
  EXPECT_EQ(next, 1000u);
  std::size_t behind = 500;
  for (; index < ranges.size(); ++index) {
    EXPECT_EQ(ranges[index].second, behind);
    behind = ranges[index].first;
  }
  EXPECT_EQ(behind, 0u);
}

TEST(RangeJob, MoreIndicesThan32BitsCount) {
  const std::size_t count = (std::size_t{5} << 32) + 3;
  std::size_t next = 0;
  for (const auto &[first, last] : runAlone(count, 7, 1, 0)) {
    ASSERT_EQ(first, next);
    ASSERT_LT(first, last);
    next = last;
  }
  EXPECT_EQ(next, count);
}

TEST(RangeJob, AsManyIndicesAsCanBeCounted) {
  for (const std::size_t count : {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1}) {
    Ranges ranges = runAlone(count, 1, 3, 1);
    std::ranges::sort(ranges);
    std::size_t next = 0;
    for (const auto &[first, last] : ranges) {
      ASSERT_EQ(first, next);
      ASSERT_LT(first, last);
      next = last;
    }
    EXPECT_EQ(next, count);
  }
}

TEST(RangeJob, GrainsAreKept) {
  for (const auto &[first, last] : runAlone(1000, 300, 2, 0))
    EXPECT_GE(last - first, 200u) << first;
}

TEST(RangeJob, ThreadsOfOnePlaceBeginFarFromEachOther) {
  constexpr std::size_t count = 400, threads = 4;
  // All at one place, and at no place, as a host thread is where workers have all of them.
  for (const std::size_t place : {std::size_t{0}, std::size_t{2}, threads}) {
    FirstRanges task(threads);
    RangeJob *job = RangeJob::acquire(count, 1, threads, task);
    ASSERT_TRUE(job);
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i)
      helpers.emplace_back([&] { job->runAsHelper(place, threads); });
    job->runAsOwner(place, threads);
    for (std::thread &helper : helpers)
      helper.join();
    job->release();
    EXPECT_EQ(task.sorted(), (std::vector<std::size_t>{0, 100, 200, 300}));
  }
}

} // namespace
} // namespace weft::device
