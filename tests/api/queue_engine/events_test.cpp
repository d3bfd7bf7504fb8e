// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the host sees of commands: callbacks, user events, profiling, waiting, the end of the
// process.
#include "tests/api/queue_engine/queue_engine.h"

#include <future>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace weft::test {
namespace {

using namespace std::chrono_literals;

/// Waits up to ten seconds for a condition that a callback makes true.
template <class Condition> bool eventually(Condition condition) {
  auto end = std::chrono::steady_clock::now() + 10s;
  while (!condition())
    if (std::chrono::steady_clock::now() > end)
      return false;
    else
      std::this_thread::sleep_for(100us);
  return true;
}

struct Record {
  std::mutex mutex;
  std::vector<cl_int> statuses;
  std::size_t size() {
    std::lock_guard lock(mutex);
    return statuses.size();
  }
};

void CL_CALLBACK recordStatus(cl_event, cl_int status, void *data) {
  auto *record = static_cast<Record *>(data);
  std::lock_guard lock(record->mutex);
  record->statuses.push_back(status);
}

TEST_F(QueueEngine, CallbacksOfAllStatesComeOnceAndInOrder) {
  Queue queue = makeQueue();
  Event user = makeUserEvent(), event;
  Record record;
  call(queue, [] {}, only(user), event.out());
  for (cl_int trigger : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    ASSERT_EQ(clSetEventCallback(event, trigger, recordStatus, &record), CL_SUCCESS);
  clFlush(queue);
  clSetUserEventStatus(user, CL_COMPLETE);
  clFinish(queue);
  ASSERT_TRUE(eventually([&] { return record.size() == 3; }));
  EXPECT_EQ(record.statuses, (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}));
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, recordStatus, &record), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return record.size() == 4; }));
}

TEST_F(QueueEngine, HundredsOfThousandsOfCallbacksComeInOrder) {
  constexpr int count = 200'000;
  struct Call {
    std::vector<int> *order;
    int number;
  };
  Event user = makeUserEvent();
  std::vector<int> order;
  std::vector<Call> calls;
  for (int i = 0; i < count; ++i)
    calls.push_back({&order, i});
  for (Call &one : calls)
    ASSERT_EQ(clSetEventCallback(
                  user, CL_COMPLETE,
                  [](cl_event, cl_int, void *data) {
                    const Call &made = *static_cast<Call *>(data);
                    made.order->push_back(made.number);
                  },
                  &one),
              CL_SUCCESS);
  std::atomic<bool> last{false};
  clSetEventCallback(
      user, CL_COMPLETE,
      [](cl_event, cl_int, void *data) { static_cast<std::atomic<bool> *>(data)->store(true); },
      &last);
  clSetUserEventStatus(user, CL_COMPLETE);
  ASSERT_TRUE(eventually([&] { return last.load(); }));
  ASSERT_EQ(order.size(), static_cast<size_t>(count));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(QueueEngine, CallbackNeedsNoFlush) {
  Queue queue = makeQueue();
  Event event;
  Record record;
  ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, recordStatus, &record), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return record.size() == 1; }));
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(QueueEngine, CallbackMayReleaseTheOnlyReference) {
  Queue queue = makeQueue();
  std::atomic<int> calls{0};
  const int events = 2000;
  for (int i = 0; i < events; ++i) {
    cl_event event;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event), CL_SUCCESS);
    if (i % 2)
      clFlush(queue);
    ASSERT_EQ(clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event called, cl_int, void *data) {
                    clReleaseEvent(called);
                    ++*static_cast<std::atomic<int> *>(data);
                  },
                  &calls),
              CL_SUCCESS);
  }
  EXPECT_TRUE(eventually([&] { return calls == events; }));
}

TEST_F(QueueEngine, CallbackOfFailedCommandGetsTheError) {
  Queue queue = makeQueue();
  Event user = makeUserEvent(), event;
  Record ofUser, ofCommand;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, user.address(), event.out()), CL_SUCCESS);
  clSetEventCallback(user, CL_COMPLETE, recordStatus, &ofUser);
  clSetEventCallback(event, CL_COMPLETE, recordStatus, &ofCommand);
  clFlush(queue);
  clSetUserEventStatus(user, -42);
  ASSERT_TRUE(eventually([&] { return ofUser.size() == 1 && ofCommand.size() == 1; }));
  EXPECT_EQ(ofUser.statuses[0], -42);
  EXPECT_EQ(ofCommand.statuses[0], CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(QueueEngine, CallbackMayUseAnEventThatTheHostHasReleased) {
  Queue queue = makeQueue();
  Event event;
  std::atomic<int> result{1000};
  call(queue, [] {}, {}, event.out());
  ASSERT_EQ(clSetEventCallback(
                event, CL_COMPLETE,
                [](cl_event event, cl_int, void *data) {
                  cl_int status = 0;
                  cl_int error = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                sizeof(status), &status, nullptr);
                  static_cast<std::atomic<int> *>(data)->store(error ? error : status);
                },
                &result),
            CL_SUCCESS);
  cl_uint references = 0;
  clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(references), &references, nullptr);
  EXPECT_EQ(references, 1u);
  event.reset();
  clFinish(queue);
  EXPECT_TRUE(eventually([&] { return result != 1000; }));
  EXPECT_EQ(result, CL_COMPLETE);
}

TEST_F(QueueEngine, BlockedCallbackStopsNoCommand) {
  Queue queue = makeQueue();
  Event event;
  static std::atomic<bool> release, returned;
  release = returned = false;
  call(queue, [] {}, {}, event.out());
  clSetEventCallback(
      event, CL_COMPLETE,
      [](cl_event, cl_int, void *) {
        while (!release)
          std::this_thread::sleep_for(100us);
        returned = true;
      },
      nullptr);
  clFinish(queue);
  std::atomic<int> ran{0};
  for (int i = 0; i < 1000; ++i)
    call(queue, [&] { ++ran; });
  clFinish(queue);
  EXPECT_EQ(ran, 1000);
  EXPECT_FALSE(returned);
  release = true;
  EXPECT_TRUE(eventually([&] { return returned.load(); }));
}

TEST_F(QueueEngine, UserEventRefusesSecondStatus) {
  Event user = makeUserEvent();
  EXPECT_EQ(statusOf(user), CL_SUBMITTED);
  EXPECT_EQ(clSetUserEventStatus(user, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(user, -3), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT_EQ(clWaitForEvents(1, user.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(QueueEngine, ManyThreadsWaitForOneEvent) {
  for (int round = 0; round < 100; ++round) {
    Queue queue = makeQueue();
    Event user = makeUserEvent(), event;
    bool ran = false;
    call(queue, [&] { ran = true; }, only(user), event.out());
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
      threads.emplace_back([&, i] {
        cl_int result = i % 2 ? clWaitForEvents(1, event.address()) : clFinish(queue);
        right += result == CL_SUCCESS && ran;
      });
    clSetUserEventStatus(user, CL_COMPLETE);
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(right, 6);
  }
}

// Both threads share one CPU and the setter never sleeps: the waiter that it wakes comes before its
// call of clSetUserEventStatus has returned, and the event's memory becomes that of the next one.
TEST_F(QueueEngine, WaiterMayReleaseAUserEventThatIsStillBeingSet) {
  Queue queue = makeQueue();
  std::atomic<cl_event> handed{nullptr};
  std::atomic<int> returned{0}, failures{0};
  constexpr int rounds = 200;
  cpu_set_t allowed, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  std::thread setter([&] {
    while (returned < rounds)
      if (cl_event event = handed.exchange(nullptr)) {
        failures += clSetUserEventStatus(event, CL_COMPLETE) != CL_SUCCESS;
        ++returned;
      }
  });
  int early = 0;
  for (int round = 0; round < rounds; ++round) {
    Event user = makeUserEvent();
    handed = user;
    EXPECT_EQ(clWaitForEvents(1, user.address()), CL_SUCCESS);
    user.reset();
    Event next = makeUserEvent(), marker;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, next.address(), marker.out()), CL_SUCCESS);
    clFlush(queue);
    while (returned == round)
      std::this_thread::yield();
    early += statusOf(marker) == CL_COMPLETE;
    clSetUserEventStatus(next, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, marker.address()), CL_SUCCESS);
  }
  setter.join();
  sched_setaffinity(0, sizeof allowed, &allowed);
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(early, 0) << "commands ran before the user event that they wait for was set";
}

TEST_F(QueueEngine, ProfilingTimesFollowEachOther) {
  Queue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  cl_ulong hostBefore, hostAfter;
  Event event;
  ASSERT_EQ(clGetHostTimer(device, &hostBefore), CL_SUCCESS);
  std::promise<void> isLookedAt;
  call(
      queue,
      [&] {
        isLookedAt.get_future().wait();
        std::this_thread::sleep_for(2ms);
      },
      {}, event.out());
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(hostAfter), &hostAfter,
                                    nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  isLookedAt.set_value();
  clFinish(queue);
  ASSERT_EQ(clGetHostTimer(device, &hostAfter), CL_SUCCESS);
  std::vector<cl_ulong> times{hostBefore};
  for (cl_profiling_info name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    cl_ulong time;
    ASSERT_EQ(clGetEventProfilingInfo(event, name, sizeof(time), &time, nullptr), CL_SUCCESS);
    times.push_back(time);
  }
  times.push_back(hostAfter);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_GE(times[4] - times[3], 2'000'000u);
}

TEST_F(QueueEngine, ProfilingTimesOfAChainAddUp) {
  Queue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  constexpr int count = 20;
  std::vector<Event> events(count);
  cl_ulong hostBefore, hostAfter;
  clGetHostTimer(device, &hostBefore);
  for (Event &event : events)
    call(queue, [] { std::this_thread::sleep_for(2ms); }, {}, event.out());
  clFinish(queue);
  clGetHostTimer(device, &hostAfter);
  const auto timeOf = [](cl_event event, cl_profiling_info name) {
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, name, sizeof time, &time, nullptr), CL_SUCCESS);
    return time;
  };
  // One after the other without overlap: what they took together fits into the time of the whole.
  cl_ulong sum = 0, previousEnd = hostBefore;
  for (const Event &event : events) {
    const cl_ulong start = timeOf(event, CL_PROFILING_COMMAND_START);
    const cl_ulong end = timeOf(event, CL_PROFILING_COMMAND_END);
    EXPECT_GE(start, previousEnd);
    EXPECT_GE(end - start, 2'000'000u);
    EXPECT_LE(timeOf(event, CL_PROFILING_COMMAND_QUEUED),
              timeOf(event, CL_PROFILING_COMMAND_SUBMIT));
    EXPECT_LE(timeOf(event, CL_PROFILING_COMMAND_SUBMIT), start);
    sum += end - start;
    previousEnd = end;
  }
  EXPECT_LE(previousEnd, hostAfter);
  EXPECT_GE(sum, count * cl_ulong{2'000'000});
  EXPECT_LE(sum, hostAfter - hostBefore);
}

using QueueEngineDeathTest = QueueEngine;

TEST_F(QueueEngineDeathTest, ProcessEndsWithWorkInFlight) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Queue queue = makeQueue(outOfOrder);
        Event user = makeUserEvent();
        for (int i = 0; i < 100; ++i)
          call(
              queue, [] { std::this_thread::sleep_for(50ms); },
              i % 2 ? only(user) : std::span<const cl_event>());
        clFlush(queue);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace weft::test
