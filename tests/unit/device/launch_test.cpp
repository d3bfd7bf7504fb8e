// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/launch.h"

#include "device/launch/printf.h"
#include "device/machine/topology.h"
#include "device/threads/affinity.h"
#include "tests/support/child_process.h"

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
#include <xmmintrin.h>

namespace weft::device {
namespace {

Arena &arena() { return Arena::forUnits(Topology::ofProcess().allowed()); }

/// Calls item(x, y, z, group's local sizes) as a compiled kernel would.
template <typename Item>
void forItems(const weft_launch *launch, std::size_t first, std::size_t last, const Item &item) {
  for (std::size_t group = first; group < last; ++group) {
    const std::size_t id[3] = {group % launch->group_count[0],
                               group / launch->group_count[0] % launch->group_count[1],
                               group / launch->group_count[0] / launch->group_count[1]};
    std::size_t begin[3], end[3];
    for (int d = 0; d < 3; ++d) {
      begin[d] = id[d] * launch->local_size[d];
      end[d] = std::min<std::size_t>(begin[d] + launch->local_size[d], launch->global_size[d]);
    }
    for (std::size_t z = begin[2]; z < end[2]; ++z)
      for (std::size_t y = begin[1]; y < end[1]; ++y)
        for (std::size_t x = begin[0]; x < end[0]; ++x)
          item(x, y, z);
  }
}

/// Adds one to the item's counter.
extern "C" void countItems(const weft_launch *launch, std::size_t first, std::size_t last,
                           weft_worker *) {
  std::atomic<std::uint32_t> *counters;
  std::memcpy(&counters, launch->arguments, sizeof counters);
  forItems(launch, first, last, [&](std::size_t x, std::size_t y, std::size_t z) {
    const std::size_t item = (z * launch->global_size[1] + y) * launch->global_size[0] + x;
    counters[item].fetch_add(1, std::memory_order_relaxed);
  });
}

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
  unsigned *mode;
  std::memcpy(&mode, launch->arguments, sizeof mode);
  *mode = _mm_getcsr();
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

weft_kernel_description describe(weft_kernel_function *function) {
  weft_kernel_description kernel{};
  kernel.name = "test";
  kernel.function = function;
  return kernel;
}

struct Arguments {
  alignas(WEFT_BLOCK_ALIGNMENT) unsigned char bytes[128] = {};
  explicit Arguments(const void *pointer) { std::memcpy(bytes, &pointer, sizeof pointer); }
};

Launch launchOf(const weft_kernel_description &kernel, const Arguments &arguments,
                const NdRange &range) {
  Launch launch;
  launch.version.kernel = &kernel;
  launch.range = range;
  launch.arguments = arguments.bytes;
  return launch;
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
  const KernelVersion *newest() noexcept override { return times++ < 2 ? &begun : &better; }
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

/// The better version is expected soon, but comes only to a launch that waits, or never.
class ExpectedBetter final : public KernelVersions {
public:
  ExpectedBetter(KernelVersion begun, KernelVersion better, int looks)
      : begun(begun), better(better), looks(looks) {}
  const KernelVersion *newest() noexcept override {
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
  unsigned mode = 0;
  const Arguments arguments(&mode);
  const unsigned before = _mm_getcsr();
  const unsigned host = 0x1f80 | 0x8040 | _MM_ROUND_UP; // denormals are zero, round up
  _mm_setcsr(host);
  const LaunchStatus status =
      run(arena(), launchOf(kernel, arguments, {1, {}, {1, 1, 1}, {1, 1, 1}}));
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(status, LaunchStatus::Complete);
  EXPECT_EQ(mode & ~0x3fu, 0x1f80u);
  EXPECT_EQ(after & ~0x3fu, host & ~0x3fu);
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

TEST(Arena, ParallelForCoversTheRange) {
  for (const std::size_t count : {0ul, 1ul, 2ul, 3ul, 17ul, 1000ul, 100'001ul})
    for (const std::size_t grain : {1ul, 2ul, 64ul, 5000ul}) {
      std::vector<std::atomic<int>> hits(count);
      std::atomic<std::size_t> calls{0};
      arena().parallelFor(count, grain, [&](std::size_t first, std::size_t last) {
        ++calls;
        ASSERT_LT(first, last);
        for (std::size_t i = first; i < last; ++i)
          ++hits[i];
      });
      for (const auto &hit : hits)
        ASSERT_EQ(hit, 1);
      EXPECT_LE(calls, count / grain + arena().concurrency() + 1);
    }
}

TEST(Arena, NestedLoopsAndOtherArenas) {
  Arena &other = Arena::forUnits({Topology::ofProcess().allowed().front()});
  std::atomic<std::size_t> sum{0};
  arena().parallelFor(8, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      arena().parallelFor(100, 1, [&](std::size_t a, std::size_t b) { sum += b - a; });
      other.parallelFor(100, 1, [&](std::size_t a, std::size_t b) { sum += b - a; });
    }
  });
  EXPECT_EQ(sum, 1600u);
}

TEST(Arena, IsOnePerSetOfUnits) {
  EXPECT_EQ(&arena(), &Arena::forUnits(Topology::ofProcess().allowed()));
  EXPECT_EQ(arena().concurrency(), Topology::ofProcess().allowed().size());
}

/// What a call posted to an arena counts.
struct CountedCall {
  explicit CountedCall(std::atomic<std::size_t> &count)
      : call{[](void *count) { ++*static_cast<std::atomic<std::size_t> *>(count); }, &count} {}
  ArenaCall call;
};

void waitFor(const std::atomic<std::size_t> &count, std::size_t expected) {
  while (count < expected)
    std::this_thread::yield();
}

TEST(Arena, MakesEveryCallOnce) {
  std::atomic<std::size_t> count{0};
  constexpr std::size_t calls = 1000;
  std::vector<CountedCall> posted(4 * calls, CountedCall(count));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < calls; ++i)
        arena().post(posted[t * calls + i].call);
    });
  for (std::thread &thread : threads)
    thread.join();
  waitFor(count, 4 * calls);
  EXPECT_EQ(count, 4 * calls);
}

/// Posts a call that posts the next.
struct ChainedCall {
  ArenaCall call{[](void *data) { static_cast<ChainedCall *>(data)->step(); }, this};
  std::size_t left;
  std::atomic<bool> done{false};

  explicit ChainedCall(std::size_t left) : left(left) {}
  void step() {
    if (--left)
      arena().post(call);
    else
      done = true;
  }
};

TEST(Arena, CallsPostCalls) {
  ChainedCall chain(100'000);
  arena().post(chain.call);
  while (!chain.done)
    std::this_thread::yield();
}

/// The exit code of a child that runs this, or -1 where it does not end.
int exitCodeOfChild(const std::function<bool()> &scenario) {
  const pid_t child = fork();
  if (!child) {
    alarm(30);
    std::exit(scenario() ? 0 : 1); // with exit handlers and destructors
  }
  return test::exitCodeOf(child);
}

/// Uses all there is in an arena.
bool arenaWorks() {
  std::atomic<std::size_t> sum{0};
  arena().parallelFor(1000, 1, [&](std::size_t a, std::size_t b) { sum += b - a; });
  std::atomic<std::size_t> calls{0};
  CountedCall posted(calls);
  arena().post(posted.call);
  waitFor(calls, 1);
  return sum == 1000;
}

TEST(Arena, ForkedChildHasThreadsOfItsOwn) {
  if (!test::childrenMayAllocate) // Workers allocate while they start.
    GTEST_SKIP() << test::allocatorOfChildrenText;
  ASSERT_TRUE(arenaWorks()); // The parent has threads.
  EXPECT_EQ(exitCodeOfChild(arenaWorks), 0);
}

TEST(Arena, ForksWhileOthersWork) {
  if (!test::childrenMayAllocate)
    GTEST_SKIP() << test::allocatorOfChildrenText;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      while (!stop)
        arenaWorks();
    });
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(exitCodeOfChild(arenaWorks), 0);
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}

weft_kernel_description sizedKernel() { return describe(countItems); }

TEST(LocalSize, DividesAndFits) {
  const weft_kernel_description kernel = sizedKernel();
  const std::uint64_t sizes[] = {1,   2,   3,   7,    16,   17,    31,    64,        100,
                                 127, 509, 521, 1000, 1024, 10007, 65536, 1'000'000, 4294967291u};
  for (const std::uint64_t x : sizes)
    for (const std::uint64_t y : {1u, 3u, 16u, 1000u})
      for (const std::size_t maxItems : {1u, 8u, 64u, 4096u})
        for (const std::size_t threads : {1u, 2u, 64u}) {
          const NdRange range{2, {}, {x, y, 1}, {}};
          const auto local = chooseLocalSize(kernel, range, maxItems, threads);
          ASSERT_GE(local[0], 1u);
          ASSERT_EQ(x % local[0], 0u);
          ASSERT_EQ(y % local[1], 0u);
          ASSERT_EQ(local[2], 1u);
          ASSERT_LE(local[0] * local[1], maxItems);
        }
}

TEST(LocalSize, PrefersWholeVectorsAndEnoughGroups) {
  const weft_kernel_description kernel = sizedKernel();
  const auto row = [&](std::uint64_t size, std::size_t threads) {
    return chooseLocalSize(kernel, {1, {}, {size, 1, 1}, {}}, 4096, threads)[0];
  };
  EXPECT_EQ(row(1 << 20, 2), 256u);
  EXPECT_EQ(row(48 * 1000, 2) % 16, 0u);
  EXPECT_EQ(row(1024, 16), 16u);
  EXPECT_EQ(row(1000, 1), 200u);
  EXPECT_EQ(row(509, 2), 509u);
  EXPECT_EQ(row(64, 64), 16u);
}

TEST(LocalSize, KeepsTheContextArraySmall) {
  weft_kernel_description kernel = sizedKernel();
  const NdRange range{1, {}, {1 << 20, 1, 1}, {}};
  kernel.context_item_bytes = 4096;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2)[0], 64u);
  kernel.context_item_bytes = 1 << 20;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2)[0], 16u);
}

TEST(LocalSize, HonoursAttributes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.work_group_size_hint[0] = 32;
  kernel.work_group_size_hint[1] = 2;
  kernel.work_group_size_hint[2] = 1;
  const NdRange range{2, {}, {64, 64, 1}, {}};
  using Size = std::array<std::uint64_t, 3>;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2), (Size{32, 2, 1}));
  EXPECT_NE(chooseLocalSize(kernel, range, 32, 2), (Size{32, 2, 1}));
  for (int d = 0; d < 3; ++d)
    kernel.required_work_group_size[d] = d == 0 ? 8 : 1;
  EXPECT_EQ(chooseLocalSize(kernel, range, 4096, 2), (Size{8, 1, 1}));
}

TEST(LocalSize, IsLargeAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto choose = [&](std::uint32_t lanes, std::uint32_t dimensions, const Size &global) {
    kernel.lane_dimension = lanes;
    return chooseLocalSize(kernel, {dimensions, {}, global, {}}, 4096, 2);
  };
  EXPECT_EQ(choose(0, 2, {1024, 1024, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(choose(1, 2, {1024, 1024, 1}), (Size{1, 256, 1}));
  EXPECT_EQ(choose(1, 2, {1024, 32, 1}), (Size{8, 32, 1}));
  EXPECT_EQ(choose(2, 3, {128, 128, 128}), (Size{1, 2, 128}));
  EXPECT_EQ(choose(1, 1, {1024, 1, 1}), (Size{128, 1, 1})) << "the range has no such dimension";
}

TEST(LocalSize, OfKernelsThatCannotSeeGroupsGrowsAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  using Size = std::array<std::uint64_t, 3>;
  const auto reshape = [&](const Size &global, const Size &local) {
    return reshapedLocalSize(kernel, {2, {}, global, local}, 2);
  };
  kernel.flags = WEFT_KERNEL_GROUP_FREE;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{4, 64, 1})) << "it can see them";
  kernel.flags |= WEFT_KERNEL_ANY_GROUPS;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{256, 1, 1}));
  EXPECT_EQ(reshape({1024, 1024, 1}, {512, 1, 1}), (Size{512, 1, 1})) << "long enough";
  EXPECT_EQ(reshape({31, 64, 1}, {32, 8, 1}), (Size{32, 8, 1})) << "nothing is longer";
  kernel.lane_dimension = 1;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{1, 256, 1}));
  kernel.flags |= WEFT_KERNEL_USES_PRINTF;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{4, 64, 1}));
  kernel.flags &= ~WEFT_KERNEL_USES_PRINTF;
  kernel.required_work_group_size[0] = 4;
  EXPECT_EQ(reshape({1024, 1024, 1}, {4, 64, 1}), (Size{4, 64, 1}));
}

TEST(LocalSize, IsWorthCodeOfItsOwnWhereFewWorkItemsAreAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  const auto gains = [&](const std::array<std::uint64_t, 3> &local, std::uint64_t cutOff = 0) {
    return gainsFromKnownSize(kernel,
                              {3, {}, {4 * local[0], 2 * local[1] - cutOff, local[2]}, local});
  };
  EXPECT_FALSE(gains({4, 64, 1})) << "the kernel has no lanes";
  kernel.flags = WEFT_KERNEL_HAS_LANES;
  EXPECT_TRUE(gains({4, 64, 1}));
  EXPECT_FALSE(gains({4, 64, 1}, 3)) << "some groups are cut off";
  EXPECT_TRUE(gains({2, 2, 32}));
  EXPECT_TRUE(gains({16, 16, 1}));
  EXPECT_TRUE(gains({64, 4, 1}));
  EXPECT_FALSE(gains({128, 2, 1}));
  EXPECT_FALSE(gains({16, 1, 1}));
  EXPECT_FALSE(gains({2, 2, 2}));
  kernel.lane_dimension = 1;
  EXPECT_FALSE(gains({2, 128, 1}));
  EXPECT_TRUE(gains({128, 2, 1}));
  kernel.flags |= WEFT_KERNEL_ANY_GROUPS;
  EXPECT_FALSE(gains({128, 2, 1}));
}

TEST(FrameBytes, CountsBlocksAlongTheLanes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.context_item_bytes = 24;
  kernel.lane_dimension = 1;
  EXPECT_EQ(contextBytes(kernel, {3, WEFT_CONTEXT_LANES + 1, 2}),
            2 * WEFT_CONTEXT_LANES * 3 * 2 * 24u);
  kernel.lane_dimension = 2;
  EXPECT_EQ(contextBytes(kernel, {3, 2, WEFT_CONTEXT_LANES}), WEFT_CONTEXT_LANES * 3 * 2 * 24u);
}

TEST(FrameBytes, CountsBlocksOfLanes) {
  weft_kernel_description kernel = sizedKernel();
  kernel.context_fixed_bytes = 128;
  kernel.context_item_bytes = 24;
  EXPECT_EQ(contextBytes(kernel, {1, 1, 1}), 128u + WEFT_CONTEXT_LANES * 24);
  EXPECT_EQ(contextBytes(kernel, {WEFT_CONTEXT_LANES + 1, 3, 2}),
            128u + 2 * WEFT_CONTEXT_LANES * 3 * 2 * 24);
  EXPECT_EQ(contextBytes(kernel, {UINT64_MAX, 1, 1}), UINT64_MAX);
  EXPECT_EQ(contextBytes(kernel, {1u << 30, 1u << 30, 1u << 30}), UINT64_MAX);
}

} // namespace
} // namespace weft::device
