// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/arena.h"

#include "device/machine/topology.h"
#include "tests/support/child_process.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace weft::device {
namespace {

Arena &arena() { return Arena::forUnits(Topology::ofProcess().allowed()); }

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

TEST(Arena, ForkedChildWorksWithoutWorkers) {
  if (!test::childrenMayAllocate) // Threads allocate while they start.
    GTEST_SKIP() << test::allocatorOfChildrenText;
  ASSERT_TRUE(arenaWorks()); // The parent has threads.
  EXPECT_EQ(exitCodeOfChild(arenaWorks), 0);
}

TEST(Arena, CallsOfAForkedChildDoNotWaitForEachOther) {
  if (!test::childrenMayAllocate)
    GTEST_SKIP() << test::allocatorOfChildrenText;
  ASSERT_TRUE(arenaWorks());
  EXPECT_EQ(exitCodeOfChild([] {
              // Each waits for the others: none is made on the calling thread.
              constexpr std::size_t all = 3;
              static std::atomic<std::size_t> arrived{0}, left{0};
              ArenaCall calls[all];
              for (ArenaCall &call : calls) {
                call.work = [](void *) {
                  ++arrived;
                  waitFor(arrived, all);
                  ++left;
                };
                arena().post(call);
              }
              waitFor(left, all);
              return true;
            }),
            0);
}

TEST(Arena, WorkersTakeNoSignalsOfTheHost) {
  std::atomic<std::size_t> calls{0};
  struct Seen {
    std::atomic<std::size_t> &calls;
    std::atomic<bool> isBlocked{false}, isFaultBlocked{true};
  } seen{calls};
  ArenaCall call{[](void *data) {
                   auto &seen = *static_cast<Seen *>(data);
                   sigset_t mask;
                   pthread_sigmask(SIG_BLOCK, nullptr, &mask);
                   seen.isBlocked = sigismember(&mask, SIGINT) && sigismember(&mask, SIGALRM);
                   seen.isFaultBlocked = sigismember(&mask, SIGSEGV);
                   ++seen.calls;
                 },
                 &seen};
  arena().post(call);
  waitFor(calls, 1);
  EXPECT_TRUE(seen.isBlocked);
  EXPECT_FALSE(seen.isFaultBlocked);
}

TEST(Arena, ForksWhileOthersWork) {
  if (!test::childrenMayAllocate)
    GTEST_SKIP() << test::allocatorOfChildrenText;
  if (!test::childrenMayStartThreads)
    GTEST_SKIP() << test::threadsOfChildrenText;
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

} // namespace
} // namespace weft::device
