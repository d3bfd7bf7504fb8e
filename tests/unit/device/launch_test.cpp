// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/launch.h"

#include "device/base/clock.h"
#include "device/launch/printf.h"
#include "device/machine/affinity.h"
#include "device/machine/topology.h"
#include "tests/support/child_process.h"
#include "tests/unit/device/counting_kernel.h"

#include "floating_point_mode.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <sched.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace weft::device {
namespace {

/// Fills its blocks with its own number and checks that nobody else writes there.
extern "C" void useBlocks(const weft_launch *launch, std::size_t first, std::size_t last,
                          weft_worker *worker) {
  std::atomic<std::uint32_t> *errors;
  std::memcpy(&errors, launch->arguments, sizeof errors);
  const auto address = [](const void *p) { return reinterpret_cast<std::uintptr_t>(p); };
  int onStack = 0;
  if (address(worker->local_memory) % WEFT_BLOCK_ALIGNMENT ||
      address(worker->context_array) % WEFT_BLOCK_ALIGNMENT ||
      reinterpret_cast<unsigned char *>(&onStack) < worker->stack_begin ||
      reinterpret_cast<unsigned char *>(&onStack) >= worker->stack_end)
    ++*errors;
  for (std::size_t group = first; group < last; ++group) {
    const int mark = static_cast<int>(group % 251);
    std::memset(worker->local_memory, mark, worker->local_memory_bytes);
    std::memset(worker->context_array, mark, worker->context_array_bytes);
    const auto isMarked = [mark](const unsigned char *block, std::uint64_t bytes) {
      // Every byte is as the one before it.
      return !bytes || (*block == mark && !std::memcmp(block, block + 1, bytes - 1));
    };
    *errors += !isMarked(worker->local_memory, worker->local_memory_bytes) ||
               !isMarked(worker->context_array, worker->context_array_bytes);
  }
}

/// Waits ten seconds at most.
template <class Condition> void waitUntil(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition() && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
}

struct Seen {
  std::size_t expected = 1; ///< threads that each group waits for
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::set<unsigned> units;
  std::size_t groups = 0;
};

/// Notes on which thread and PUs it runs; slow, so that others come to help.
extern "C" void noteThread(const weft_launch *launch, std::size_t first, std::size_t last,
                           weft_worker *) {
  Seen *seen;
  std::memcpy(&seen, launch->arguments, sizeof seen);
  for (std::size_t group = first; group < last; ++group) {
    {
      std::lock_guard lock(seen->mutex);
      seen->threads.insert(std::this_thread::get_id());
      for (const unsigned unit : AffinityMask::ofThread().units())
        seen->units.insert(unit);
      ++seen->groups;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    waitUntil([&] {
      std::lock_guard lock(seen->mutex);
      return seen->threads.size() >= seen->expected;
    });
  }
}

/// Threads that come together, if all of them work on one launch at the same time.
struct Meeting {
  explicit Meeting(std::size_t expected) : expected(expected) {}
  const std::size_t expected;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<std::size_t> here{0};
};

extern "C" void meetAll(const weft_launch *launch, std::size_t first, std::size_t last,
                        weft_worker *) {
  Meeting *meeting;
  std::memcpy(&meeting, launch->arguments, sizeof meeting);
  for (std::size_t group = first; group < last; ++group) {
    {
      std::lock_guard lock(meeting->mutex);
      meeting->threads.insert(std::this_thread::get_id());
      meeting->here = meeting->threads.size();
    }
    // Work that is worth all threads, however soon they meet.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    waitUntil([&] { return meeting->here >= meeting->expected; });
  }
}

extern "C" void noteUnits(const weft_launch *launch, std::size_t first, std::size_t last,
                          weft_worker *) {
  int *units;
  std::memcpy(&units, launch->arguments, sizeof units);
  for (std::size_t group = first; group < last; ++group) {
    units[group] = sched_getcpu();
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    while (std::chrono::steady_clock::now() < end)
      ;
  }
}

extern "C" void noteRounding(const weft_launch *launch, std::size_t, std::size_t, weft_worker *) {
  std::uint64_t *mode;
  std::memcpy(&mode, launch->arguments, sizeof mode);
  *mode = test::floatingPointMode();
}

extern "C" void printGroup(const weft_launch *launch, std::size_t first, std::size_t last,
                           weft_worker *) {
  for (std::size_t group = first; group < last; ++group) {
    struct {
      weft_printf_argument header;
      std::uint64_t value;
    } call{{WEFT_PRINTF_INTEGER, 8, 1, {}}, group};
    launch->print(launch->print_context, "group %lu\n", 1, &call.header);
  }
}

TEST(Launch, RunsEveryItemOnce) {
  const weft_kernel_description kernel = describe(countItems);
  const std::array<std::uint64_t, 3> shapes[][2] = {
      {{1, 1, 1}, {1, 1, 1}},      {{1000, 1, 1}, {1, 1, 1}}, {{1000, 1, 1}, {64, 1, 1}},
      {{37, 11, 5}, {8, 4, 2}},    {{64, 64, 4}, {16, 4, 1}}, {{100'000, 1, 1}, {7, 1, 1}},
      {{1, 1, 513}, {1, 1, 4096}},
  };
  for (const auto &[global, local] : shapes)
    for (int repeat = 0; repeat < 20; ++repeat) {
      const std::size_t items = global[0] * global[1] * global[2];
      std::vector<std::atomic<std::uint32_t>> counters(items);
      const Arguments arguments(counters.data());
      NdRange range{3, {}, global, local};
      ASSERT_EQ(run(arena(), launchOf(kernel, arguments, range)), LaunchStatus::Complete);
      for (const auto &counter : counters)
        ASSERT_EQ(counter, 1u);
    }
}

/// What countItems does, seen in another place.
std::atomic<std::size_t> groupsOfBetter{0};
void countItemsBetter(const weft_launch *launch, size_t first, size_t last, weft_worker *worker) {
  groupsOfBetter += last - first;
  countItems(launch, first, last, worker);
}

/// Gives a better version from the third time on that a launch asks, and before that what it has.
class BetterLater final : public KernelVersions {
public:
  BetterLater(KernelVersion begun, KernelVersion better) : begun(begun), better(better) {}
  const KernelVersion *newest(std::uint64_t) noexcept override {
    return times++ < 2 ? &begun : &better;
  }
  std::uint64_t nanosecondsToBetter() noexcept override { return 0; }

private:
  const KernelVersion begun, better;
  std::atomic<int> times{0};
};

TEST(Launch, GoesOnInABetterVersion) {
  const weft_kernel_description kernel = describe(countItems);
  weft_kernel_description better = describe(countItemsBetter);
  constexpr std::size_t items = 20'000'000;
  for (const bool needsMore : {false, true}) {
    // Memory that the launch has not prepared.
    better.context_fixed_bytes = needsMore ? 4096 : 0;
    groupsOfBetter = 0;
    std::vector<std::atomic<std::uint32_t>> counters(items);
    const Arguments arguments(counters.data());
    BetterLater versions({&kernel, nullptr}, {&better, nullptr});
    Launch launch = launchOf(kernel, arguments, {1, {}, {items, 1, 1}, {16, 1, 1}});
    launch.versions = &versions;
    ASSERT_EQ(run(arena(), launch), LaunchStatus::Complete);
    EXPECT_TRUE(std::ranges::all_of(counters, [](const auto &count) { return count == 1u; }));
    if (needsMore)
      EXPECT_EQ(groupsOfBetter, 0u);
    else
      EXPECT_GT(groupsOfBetter, 0u);
    EXPECT_LT(groupsOfBetter, items / 16);
  }
}

/// Sums what it is told of the time between looks.
class TimedLooks final : public KernelVersions {
public:
  explicit TimedLooks(KernelVersion begun) : begun(begun) {}
  const KernelVersion *newest(std::uint64_t nanoseconds) noexcept override {
    told += nanoseconds;
    return &begun;
  }
  std::uint64_t nanosecondsToBetter() noexcept override { return 0; }

  std::atomic<std::uint64_t> told{0};

private:
  const KernelVersion begun;
};

TEST(Launch, TellsHowLongItHasRunWhenItLooksForABetterVersion) {
  const weft_kernel_description kernel = describe(countItems);
  constexpr std::size_t items = 20'000'000;
  std::vector<std::atomic<std::uint32_t>> counters(items);
  const Arguments arguments(counters.data());
  TimedLooks versions({&kernel, nullptr});
  Launch launch = launchOf(kernel, arguments, {1, {}, {items, 1, 1}, {16, 1, 1}});
  launch.versions = &versions;
  const std::uint64_t begin = monotonicNanoseconds();
  ASSERT_EQ(run(arena(), launch), LaunchStatus::Complete);
  EXPECT_GT(versions.told, 0u);
  EXPECT_LE(versions.told, monotonicNanoseconds() - begin) << "no look tells what another has told";
}

/// The better version is expected soon, but comes only to a launch that waits, or never.
class ExpectedBetter final : public KernelVersions {
public:
  ExpectedBetter(KernelVersion begun, KernelVersion better, int looks)
      : begun(begun), better(better), looks(looks) {}
  const KernelVersion *newest(std::uint64_t) noexcept override {
    return isExpected && looks-- <= 0 ? &better : &begun;
  }
  std::uint64_t nanosecondsToBetter() noexcept override {
    isExpected = true;
    return 2'000'000;
  }

private:
  const KernelVersion begun, better;
  std::atomic<int> looks;
  std::atomic<bool> isExpected{false};
};

TEST(Launch, WaitsForABetterVersionButNotForever) {
  const weft_kernel_description kernel = describe(countItems);
  const weft_kernel_description better = describe(countItemsBetter);
  constexpr std::size_t items = 20'000'000;
  constexpr int soon = 3, never = 1 << 30;
  for (const int looks : {soon, never}) {
    groupsOfBetter = 0;
    std::vector<std::atomic<std::uint32_t>> counters(items);
    const Arguments arguments(counters.data());
    ExpectedBetter versions({&kernel, nullptr}, {&better, nullptr}, looks);
    Launch launch = launchOf(kernel, arguments, {1, {}, {items, 1, 1}, {16, 1, 1}});
    launch.versions = &versions;
    ASSERT_EQ(run(arena(), launch), LaunchStatus::Complete);
    EXPECT_TRUE(std::ranges::all_of(counters, [](const auto &count) { return count == 1u; }));
    if (looks == soon)
      EXPECT_GT(groupsOfBetter, 0u);
    else
      EXPECT_EQ(groupsOfBetter, 0u);
  }
}

TEST(Launch, EmptyRangeIsComplete) {
  const weft_kernel_description kernel = describe(countItems);
  const Arguments arguments(nullptr);
  NdRange range{2, {}, {16, 0, 1}, {1, 1, 1}};
  EXPECT_EQ(run(arena(), launchOf(kernel, arguments, range)), LaunchStatus::Complete);
}

TEST(Launch, BlocksAreTheThreadsOwn) {
  weft_kernel_description kernel = describe(useBlocks);
  std::atomic<std::uint32_t> errors{0};
  const Arguments arguments(&errors);
  for (const std::uint64_t size : {0ul, 100ul, 40'000ul, 3'000'000ul, 10ul}) {
    kernel.context_fixed_bytes = 256;
    kernel.context_item_bytes = size / 16;
    Launch launch = launchOf(kernel, arguments, {1, {}, {160, 1, 1}, {4, 1, 1}});
    launch.localMemoryBytes = size;
    ASSERT_EQ(run(arena(), launch), LaunchStatus::Complete);
    EXPECT_EQ(errors, 0u);
  }
}

TEST(Launch, TooMuchMemoryRunsNothing) {
  weft_kernel_description kernel = describe(countItems);
  std::atomic<std::uint32_t> counter{0};
  const Arguments arguments(&counter);
  Launch launch = launchOf(kernel, arguments, {1, {}, {1, 1, 1}, {1, 1, 1}});
  launch.localMemoryBytes = std::uint64_t{1} << 60;
  EXPECT_EQ(run(arena(), launch), LaunchStatus::OutOfMemory);
  launch.localMemoryBytes = 0;
  kernel.context_item_bytes = ~std::uint64_t{0};
  EXPECT_EQ(run(arena(), launch), LaunchStatus::OutOfMemory);
  kernel.context_item_bytes = std::uint64_t{1} << 50;
  EXPECT_EQ(run(arena(), launch), LaunchStatus::OutOfMemory);
  EXPECT_EQ(counter, 0u);
  kernel.context_item_bytes = 0;
  EXPECT_EQ(run(arena(), launch), LaunchStatus::Complete);
  EXPECT_EQ(counter, 1u);
}

TEST(Launch, UsesAllThreadsButNoMore) {
  const weft_kernel_description kernel = describe(noteThread);
  Seen seen;
  seen.expected = arena().concurrency();
  const Arguments arguments(&seen);
  const ProcessingUnits before = AffinityMask::ofThread().units();
  ASSERT_EQ(run(arena(), launchOf(kernel, arguments, {1, {}, {64, 1, 1}, {1, 1, 1}})),
            LaunchStatus::Complete);
  EXPECT_EQ(seen.groups, 64u);
  EXPECT_EQ(seen.threads.size(), arena().concurrency());
  EXPECT_EQ(AffinityMask::ofThread().units(), before);
}

TEST(Launch, AllShapesUseAllThreads) {
  const weft_kernel_description kernel = describe(meetAll);
  const std::uint64_t threads = arena().concurrency();
  for (const std::uint64_t groups : {threads, 7 * threads})
    for (const auto &global :
         {std::array<std::uint64_t, 3>{groups, 1, 1}, {1, groups, 1}, {1, 1, groups}}) {
      Meeting meeting(threads);
      const Arguments arguments(&meeting);
      ASSERT_EQ(run(arena(), launchOf(kernel, arguments, {3, {}, global, {1, 1, 1}})),
                LaunchStatus::Complete);
      EXPECT_EQ(meeting.here, threads) << global[0] << 'x' << global[1] << 'x' << global[2];
    }
}

TEST(Launch, EvenWorkKeepsItsThreads) {
  // The first group of each thread's share runs on the same PU launch after launch.
  const Topology &topology = Topology::ofProcess();
  if (arena().concurrency() < 2 || !topology.isPinned())
    GTEST_SKIP() << "one thread, or threads that are the system's to place";
  const weft_kernel_description kernel = describe(noteUnits);
  constexpr std::size_t groups = 256;
  const std::size_t share = groups / arena().concurrency();
  std::vector<std::vector<int>> unitsOfLaunches;
  for (int launch = 0; launch < 50; ++launch) {
    std::vector<int> units(groups, -1);
    const Arguments arguments(units.data());
    ASSERT_EQ(run(arena(), launchOf(kernel, arguments, {1, {}, {groups, 1, 1}, {1, 1, 1}})),
              LaunchStatus::Complete);
    unitsOfLaunches.push_back(std::move(units));
  }
  // On a busy machine a thread may come late and find its share done by others, or the system may
  // move the host's.
  for (std::size_t thread = 0; thread < arena().concurrency(); ++thread) {
    std::map<int, int> launches;
    for (const std::vector<int> &units : unitsOfLaunches)
      ++launches[units[thread * share]];
    EXPECT_GT(std::ranges::max_element(launches, {}, &std::pair<const int, int>::second)->second,
              static_cast<int>(unitsOfLaunches.size() / 2))
        << "share " << thread;
  }
}

TEST(Launch, StaysOnTheArenasUnits) {
  const ProcessingUnits &all = Topology::ofProcess().allowed();
  const ProcessingUnits one{all.back()};
  const weft_kernel_description kernel = describe(noteThread);
  Seen seen;
  const Arguments arguments(&seen);
  const ProcessingUnits before = AffinityMask::ofThread().units();
  ASSERT_EQ(run(Arena::forUnits(one), launchOf(kernel, arguments, {1, {}, {8, 1, 1}, {1, 1, 1}})),
            LaunchStatus::Complete);
  EXPECT_EQ(seen.units, std::set<unsigned>{all.back()});
  EXPECT_EQ(seen.threads.size(), 1u);
  EXPECT_EQ(AffinityMask::ofThread().units(), before);
}

TEST(Launch, HostFloatingPointModesStayOutside) {
  const weft_kernel_description kernel = describe(noteRounding);
  std::uint64_t mode = ~test::usualMode;
  const Arguments arguments(&mode);
  const std::uint64_t before = test::floatingPointMode();
  test::setFloatingPointMode(test::oddMode);
  const LaunchStatus status =
      run(arena(), launchOf(kernel, arguments, {1, {}, {1, 1, 1}, {1, 1, 1}}));
  const std::uint64_t after = test::floatingPointMode();
  test::setFloatingPointMode(before);
  EXPECT_EQ(status, LaunchStatus::Complete);
  EXPECT_EQ(mode, test::usualMode);
  EXPECT_EQ(after, test::oddMode);
}

TEST(Launch, SeveralAtOnce) {
  const weft_kernel_description kernel = describe(countItems);
  std::vector<std::atomic<std::uint32_t>> counters(4096);
  const Arguments arguments(counters.data());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        run(arena(), launchOf(kernel, arguments, {1, {}, {4096, 1, 1}, {16, 1, 1}}));
    });
  for (auto &thread : threads)
    thread.join();
  for (const auto &counter : counters)
    ASSERT_EQ(counter, 800u);
}

TEST(Launch, FromInsideTheArena) {
  const weft_kernel_description kernel = describe(countItems);
  std::vector<std::atomic<std::uint32_t>> counters(1000);
  const Arguments arguments(counters.data());
  constexpr int commands = 50;
  struct Shared {
    const Launch launch;
    std::atomic<int> done{0};
  } shared{launchOf(kernel, arguments, {1, {}, {1000, 1, 1}, {10, 1, 1}})};
  const auto runShared = [](void *data) {
    run(arena(), static_cast<Shared *>(data)->launch);
    ++static_cast<Shared *>(data)->done;
  };
  std::vector<ArenaCall> calls(commands, ArenaCall{runShared, &shared});
  for (ArenaCall &call : calls)
    arena().post(call);
  while (shared.done < commands)
    std::this_thread::yield();
  for (const auto &counter : counters)
    ASSERT_EQ(counter, static_cast<unsigned>(commands));
}

TEST(Launch, PrintsWhenComplete) {
  weft_kernel_description kernel = describe(printGroup);
  kernel.flags = WEFT_KERNEL_USES_PRINTF;
  const Arguments arguments(nullptr);
  testing::internal::CaptureStdout();
  const LaunchStatus status =
      run(arena(), launchOf(kernel, arguments, {1, {}, {100, 1, 1}, {1, 1, 1}}));
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(status, LaunchStatus::Complete);
  for (int i = 0; i < 100; ++i)
    EXPECT_NE(("\n" + text).find("\ngroup " + std::to_string(i) + "\n"), std::string::npos);
}

} // namespace
} // namespace weft::device
