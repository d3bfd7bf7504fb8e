// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host programs with threads of their own beside Weft's: their own oneTBB (arenas, limits,
// observers), and threads that end while their commands run.
#include "tests/support/opencl.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <new>
#include <thread>

namespace {

using namespace weft::test;
using oneapi::tbb::global_control;
using oneapi::tbb::parallel_for;

constexpr size_t words = size_t{1} << 19;

class OwnThreads : public testing::Test {
protected:
  Memory buffer() const { return session.buffer(words * sizeof(cl_uint)); }
  /// Work that every thread of the device takes part in.
  void fill(cl_command_queue queue, cl_mem buffer, cl_uint pattern, cl_event *event = nullptr) {
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0,
                                  words * sizeof(cl_uint), 0, nullptr, event),
              CL_SUCCESS);
  }
  bool holds(cl_mem buffer, cl_uint pattern) {
    std::vector<cl_uint> result(words);
    EXPECT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, words * sizeof(cl_uint),
                                  result.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return std::all_of(result.begin(), result.end(), [=](cl_uint x) { return x == pattern; });
  }
  Session session;
};

cpu_set_t affinityOfThread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  return set;
}

TEST_F(OwnThreads, HostsParallelLoopsRunBesideLaunches) {
  const cpu_set_t before = affinityOfThread();
  Memory target = buffer();
  std::atomic<bool> stop{false};
  std::atomic<size_t> sum{0};
  std::thread host([&] {
    while (!stop)
      parallel_for(0, 1000, [&](int) { ++sum; });
  });
  for (cl_uint round = 0; round < 50; ++round) {
    fill(session.queue, target, round);
    ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  }
  stop = true;
  host.join();
  EXPECT_TRUE(holds(target, 49));
  EXPECT_EQ(sum % 1000, 0u);
  const cpu_set_t after = affinityOfThread();
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST_F(OwnThreads, HostsTasksEnqueueAndWait) {
  oneapi::tbb::task_arena arena(4);
  std::vector<Memory> targets(8);
  for (Memory &target : targets)
    target = buffer();
  arena.execute([&] {
    parallel_for(size_t{0}, targets.size(), [&](size_t i) {
      Queue queue = clCreateCommandQueueWithProperties(session.context, device(), nullptr, nullptr);
      for (cl_uint round = 0; round < 10; ++round) {
        fill(queue, targets[i], static_cast<cl_uint>(i) + round);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      }
    });
  });
  for (size_t i = 0; i < targets.size(); ++i)
    EXPECT_TRUE(holds(targets[i], static_cast<cl_uint>(i) + 9));
}

/// Notes threads of the host's own arena that are bound to less than the process.
class BindingObserver final : public oneapi::tbb::task_scheduler_observer {
public:
  BindingObserver(oneapi::tbb::task_arena &arena, const cpu_set_t &expected)
      : task_scheduler_observer(arena), expected(expected) {
    observe(true);
  }
  ~BindingObserver() { observe(false); }
  void on_scheduler_entry(bool) override {
    const cpu_set_t now = affinityOfThread();
    ++entries;
    wrong += !CPU_EQUAL(&now, &expected);
  }
  std::atomic<int> entries{0}, wrong{0};

private:
  const cpu_set_t expected;
};

TEST_F(OwnThreads, HostsArenasGetThreadsThatAreNotBound) {
  Memory target = buffer();
  oneapi::tbb::task_arena arena(4);
  BindingObserver observer(arena, affinityOfThread());
  for (cl_uint round = 0; round < 50; ++round) {
    fill(session.queue, target, round);
    clFinish(session.queue);
    arena.execute([] { parallel_for(0, 100, [](int) { std::this_thread::yield(); }); });
  }
  EXPECT_GT(observer.entries, 0);
  EXPECT_EQ(observer.wrong, 0);
  EXPECT_TRUE(holds(target, 49));
}

TEST_F(OwnThreads, HostsLimitToOneThreadStopsNothing) {
  const global_control limit(global_control::max_allowed_parallelism, 1);
  Memory target = buffer();
  fill(session.queue, target, 5);
  ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  EXPECT_TRUE(holds(target, 5));
  // Also without a host thread that helps.
  Event event;
  fill(session.queue, target, 6, event.out());
  clFlush(session.queue);
  cl_int status = CL_QUEUED;
  for (int i = 0; i < 10'000 && status != CL_COMPLETE; ++i) {
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(status, CL_COMPLETE);
}

TEST_F(OwnThreads, HostsWorkersTakeNoSignalsWhileTheyWorkForWeft) {
  // The host's oneTBB has workers before Weft recruits any, with the host's signals.
  const global_control more(global_control::max_allowed_parallelism, 4);
  parallel_for(0, 1000, [](int) { std::this_thread::yield(); });
  for (int i = 0; i < 50; ++i) {
    std::atomic<int> state{0};
    std::atomic<int> *argument = &state;
    const auto look = [](void *block) {
      sigset_t mask;
      pthread_sigmask(SIG_BLOCK, nullptr, &mask);
      **static_cast<std::atomic<int> **>(block) = sigismember(&mask, SIGALRM) ? 1 : 2;
    };
    ASSERT_EQ(clEnqueueNativeKernel(session.queue, look, &argument, sizeof argument, 0, nullptr,
                                    nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(session.queue), CL_SUCCESS);
    while (!state)
      std::this_thread::yield();
    EXPECT_EQ(state, 1);
  }
}

TEST_F(OwnThreads, HostFinalisesItsScheduler) {
  oneapi::tbb::task_scheduler_handle handle(oneapi::tbb::attach{});
  Memory target = buffer();
  fill(session.queue, target, 7);
  ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  parallel_for(0, 100, [](int) {});
  // Weft's arenas keep oneTBB's workers; the host is told that, and both go on.
  static_cast<void>(oneapi::tbb::finalize(handle, std::nothrow));
  fill(session.queue, target, 8);
  EXPECT_TRUE(holds(target, 8));
}

TEST_F(OwnThreads, EndWhileTheirCommandsRun) {
  constexpr int threads = 100;
  std::vector<Memory> targets(4);
  for (Memory &target : targets)
    target = buffer();
  for (int i = 0; i < threads; ++i)
    std::thread([&, i] {
      for (size_t k = 0; k < targets.size(); ++k)
        fill(session.queue, targets[k], static_cast<cl_uint>(i) + static_cast<cl_uint>(k));
      if (i % 2)
        clFlush(session.queue);
    }).join();
  ASSERT_EQ(clFinish(session.queue), CL_SUCCESS);
  for (size_t k = 0; k < targets.size(); ++k)
    EXPECT_TRUE(holds(targets[k], threads - 1 + static_cast<cl_uint>(k)));
}

TEST_F(OwnThreads, ThatWaitedEndWhileOthersWork) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([this, t] {
      // Each wait is a thread of its own, which helps and is gone.
      Queue queue = clCreateCommandQueueWithProperties(session.context, device(), nullptr, nullptr);
      Memory target = buffer();
      for (cl_uint round = 0; round < 20; ++round)
        std::thread([&] {
          fill(queue, target, round);
          EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        }).join();
      EXPECT_TRUE(holds(target, 19)) << t;
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
