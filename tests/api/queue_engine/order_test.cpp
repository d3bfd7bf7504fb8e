// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order commands run: chains of any depth, barriers, markers, several queues, failures.
#include "tests/api/queue_engine/queue_engine.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace weft::test {
namespace {

using namespace std::chrono_literals;

class QueueOrder : public QueueEngine {
protected:
  /// Flushes, and gives what has to wait the time to go wrong: commands that need not wait run.
  void letOthersRun(cl_command_queue queue) {
    clFlush(queue);
    Queue other = makeQueue(outOfOrder);
    for (int i = 0; i < 1000; ++i)
      call(other, [] {});
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  }
};

TEST_F(QueueOrder, InOrderQueueRunsDeepChainInOrder) {
  constexpr int count = 100'000;
  Queue queue = makeQueue();
  std::vector<int> seen;
  for (int i = 0; i < count; ++i)
    call(queue, [&seen, i] { seen.push_back(i); });
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  ASSERT_EQ(seen.size(), std::size_t(count));
  for (int i = 0; i < count; ++i)
    ASSERT_EQ(seen[i], i);
}

TEST_F(QueueOrder, ChainOverTwoQueuesHangsOnUserEvent) {
  constexpr int count = 100'000;
  Queue queues[] = {makeQueue(outOfOrder), makeQueue(outOfOrder)};
  Event user = makeUserEvent(), previous;
  std::atomic<bool> isSet{false};
  int done = 0;
  for (int i = 0; i < count; ++i) {
    Event event;
    call(
        queues[i % 2], [&, i] { done += isSet && done == i; }, only(previous ? previous : user),
        event.out());
    previous = std::move(event);
  }
  letOthersRun(queues[0]);
  isSet = true;
  EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, previous.address()), CL_SUCCESS);
  EXPECT_EQ(done, count);
}

TEST_F(QueueOrder, DeepChainFailsWithoutRunning) {
  constexpr int count = 100'000;
  Queue queue = makeQueue(outOfOrder);
  Event user = makeUserEvent(), previous;
  for (int i = 0; i < count; ++i) {
    Event event;
    ASSERT_EQ(
        clEnqueueMarkerWithWaitList(queue, 1, (previous ? previous : user).address(), event.out()),
        CL_SUCCESS);
    previous = std::move(event);
  }
  clFlush(queue);
  EXPECT_EQ(clSetUserEventStatus(user, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, previous.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(previous), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(user), -5);
}

TEST_F(QueueOrder, OrderOfQueueCarriesNoErrors) {
  Queue queue = makeQueue();
  Event user = makeUserEvent(), failed, after;
  bool failedRan = false, afterRan = false;
  call(queue, [&] { failedRan = true; }, only(user), failed.out());
  call(queue, [&] { afterRan = true; }, {}, after.out());
  clSetUserEventStatus(user, -1);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_FALSE(failedRan);
  EXPECT_TRUE(afterRan);
  EXPECT_EQ(statusOf(failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(after), CL_COMPLETE);
}

TEST_F(QueueOrder, DependencyThatFailedBeforeFailsBlockingCommand) {
  Queue queue = makeQueue();
  Event user = makeUserEvent();
  clSetUserEventStatus(user, -7);
  cl_int error;
  Memory buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  char data[64];
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data, 1, user.address(), nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  Event event;
  EXPECT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data, 1, user.address(), event.out()),
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(event, nullptr) << "a call that fails gives no event";
}

TEST_F(QueueOrder, BarrierSeparatesCommandsOfOutOfOrderQueue) {
  Queue queue = makeQueue(outOfOrder);
  std::atomic<int> before{0}, wrong{0};
  Event user = makeUserEvent();
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 20; ++i)
      call(queue, [&] { ++before; }, i == 7 ? only(user) : std::span<const cl_event>());
    ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
    for (int i = 0; i < 5; ++i)
      call(queue, [&, round] { wrong += before < 20 * (round + 1); });
  }
  clFlush(queue);
  clSetUserEventStatus(user, CL_COMPLETE);
  clFinish(queue);
  EXPECT_EQ(before, 1000);
  EXPECT_EQ(wrong, 0);
}

TEST_F(QueueOrder, BarrierWithWaitListHoldsLaterCommandsOnly) {
  Queue queue = makeQueue(outOfOrder);
  Event user = makeUserEvent(), barrier, after;
  ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 1, user.address(), barrier.out()), CL_SUCCESS);
  std::atomic<bool> isSet{false}, isEarly{false};
  call(queue, [&] { isEarly = !isSet; }, {}, after.out());
  letOthersRun(queue);
  EXPECT_GT(statusOf(after), CL_RUNNING);
  isSet = true;
  clSetUserEventStatus(user, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, after.address()), CL_SUCCESS);
  EXPECT_FALSE(isEarly);
  EXPECT_EQ(statusOf(barrier), CL_COMPLETE);
}

TEST_F(QueueOrder, MarkerWaitsForEverythingBefore) {
  Queue queue = makeQueue(outOfOrder);
  std::atomic<int> ran{0};
  Event marker;
  for (int i = 0; i < 500; ++i)
    call(queue, [&] { ++ran; });
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, marker.address()), CL_SUCCESS);
  EXPECT_EQ(ran, 500);
}

TEST_F(QueueOrder, WaitFlushesTheQueuesItDependsOn) {
  Queue first = makeQueue(), second = makeQueue();
  Event event;
  bool ran = false;
  call(first, [&] { ran = true; }, {}, event.out());
  ASSERT_EQ(clEnqueueMarkerWithWaitList(second, 1, event.address(), nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_TRUE(ran);
}

TEST_F(QueueOrder, FlushedWorkProceedsWhileTheHostPolls) {
  Queue queue = makeQueue();
  Event event;
  call(queue, [] {}, {}, event.out());
  clFlush(queue);
  auto end = std::chrono::steady_clock::now() + 10s;
  while (statusOf(event) != CL_COMPLETE && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_EQ(statusOf(event), CL_COMPLETE);
}

TEST_F(QueueOrder, ReleasedQueueFinishesItsWork) {
  std::atomic<int> ran{0};
  Event last;
  Queue queue = makeQueue();
  for (int i = 0; i < 1000; ++i)
    call(queue, [&] { ++ran; }, {}, i == 999 ? last.out() : nullptr);
  queue.reset();
  EXPECT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
  EXPECT_EQ(ran, 1000);
}

TEST_F(QueueOrder, IndependentCommandsOverlap) {
  // Two commands that each wait until the other runs: needs two threads at once.
  cl_uint units;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr);
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  Queue queue = makeQueue(outOfOrder);
  std::atomic<int> running{0};
  bool met[2] = {};
  for (bool &mine : met)
    call(queue, [&running, &mine] {
      ++running;
      auto end = std::chrono::steady_clock::now() + 10s;
      while (running < 2 && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
      mine = running == 2;
    });
  clFinish(queue);
  EXPECT_TRUE(met[0] && met[1]);
}

TEST_F(QueueOrder, ContextIsDestroyedWithItsLastObject) {
  cl_int error;
  Context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<int> order;
  struct Note {
    std::vector<int> *order;
    int number;
  } notes[] = {{&order, 1}, {&order, 2}};
  for (Note &note : notes)
    ASSERT_EQ(clSetContextDestructorCallback(
                  own,
                  [](cl_context, void *data) {
                    auto *note = static_cast<Note *>(data);
                    note->order->push_back(note->number);
                  },
                  &note),
              CL_SUCCESS);
  Queue queue = clCreateCommandQueueWithProperties(own, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  call(queue, [] {});
  own.reset();
  clFinish(queue);
  EXPECT_TRUE(order.empty());
  queue.reset();
  EXPECT_EQ(order, (std::vector<int>{2, 1}));
}

} // namespace
} // namespace weft::test
