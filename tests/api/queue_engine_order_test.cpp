// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order commands run: chains of any depth, barriers, markers, several queues, failures.
#include "queue_engine.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

using namespace std::chrono_literals;

TEST_F(QueueEngine, InOrderQueueRunsDeepChainInOrder) {
  constexpr int count = 100'000;
  cl_command_queue queue = makeQueue();
  std::vector<int> seen;
  for (int i = 0; i < count; ++i)
    call(queue, [&seen, i] { seen.push_back(i); });
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  ASSERT_EQ(seen.size(), std::size_t(count));
  for (int i = 0; i < count; ++i)
    ASSERT_EQ(seen[i], i);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, ChainOverTwoQueuesHangsOnUserEvent) {
  constexpr int count = 100'000;
  cl_command_queue queues[] = {makeQueue(outOfOrder), makeQueue(outOfOrder)};
  cl_event user = makeUserEvent(), previous = user;
  int done = 0;
  for (int i = 0; i < count; ++i) {
    cl_event event;
    call(queues[i % 2], [&done, i] { done += done == i; }, {&previous, 1}, &event);
    if (previous != user)
      clReleaseEvent(previous);
    previous = event;
  }
  clFlush(queues[0]);
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(done, 0);
  EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &previous), CL_SUCCESS);
  EXPECT_EQ(done, count);
  clReleaseEvent(previous);
  clReleaseEvent(user);
  for (cl_command_queue queue : queues)
    clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, DeepChainFailsWithoutRunning) {
  constexpr int count = 100'000;
  cl_command_queue queue = makeQueue(outOfOrder);
  cl_event user = makeUserEvent(), previous = user;
  for (int i = 0; i < count; ++i) {
    cl_event event;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &previous, &event), CL_SUCCESS);
    if (previous != user)
      clReleaseEvent(previous);
    previous = event;
  }
  clFlush(queue);
  EXPECT_EQ(clSetUserEventStatus(user, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &previous), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(previous), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(user), -5);
  clReleaseEvent(previous);
  clReleaseEvent(user);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, OrderOfQueueCarriesNoErrors) {
  cl_command_queue queue = makeQueue();
  cl_event user = makeUserEvent(), failed, after;
  bool failedRan = false, afterRan = false;
  call(queue, [&] { failedRan = true; }, {&user, 1}, &failed);
  call(queue, [&] { afterRan = true; }, {}, &after);
  clSetUserEventStatus(user, -1);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_FALSE(failedRan);
  EXPECT_TRUE(afterRan);
  EXPECT_EQ(statusOf(failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(after), CL_COMPLETE);
  for (cl_event event : {user, failed, after})
    clReleaseEvent(event);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, DependencyThatFailedBeforeFailsBlockingCommand) {
  cl_command_queue queue = makeQueue();
  cl_event user = makeUserEvent();
  clSetUserEventStatus(user, -7);
  cl_int error;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  char data[64];
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data, 1, &user, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data, 1, &user, &event),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(event, nullptr) << "a call that fails gives no event";
  clReleaseMemObject(buffer);
  clReleaseEvent(user);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, BarrierSeparatesCommandsOfOutOfOrderQueue) {
  cl_command_queue queue = makeQueue(outOfOrder);
  std::atomic<int> before{0}, wrong{0};
  cl_event user = makeUserEvent();
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 20; ++i)
      call(queue, [&] { ++before; }, i == 7 ? std::span(&user, 1) : std::span<cl_event>());
    ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
    for (int i = 0; i < 5; ++i)
      call(queue, [&, round] { wrong += before < 20 * (round + 1); });
  }
  clFlush(queue);
  clSetUserEventStatus(user, CL_COMPLETE);
  clFinish(queue);
  EXPECT_EQ(before, 1000);
  EXPECT_EQ(wrong, 0);
  clReleaseEvent(user);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, BarrierWithWaitListHoldsLaterCommandsOnly) {
  cl_command_queue queue = makeQueue(outOfOrder);
  cl_event user = makeUserEvent(), barrier, before, after;
  ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 1, &user, &barrier), CL_SUCCESS);
  call(queue, [] {}, {}, &after);
  cl_command_queue other = makeQueue(outOfOrder);
  call(other, [] {}, {}, &before);
  EXPECT_EQ(clWaitForEvents(1, &before), CL_SUCCESS);
  clFlush(queue);
  std::this_thread::sleep_for(5ms);
  EXPECT_GT(statusOf(after), CL_RUNNING);
  clSetUserEventStatus(user, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &after), CL_SUCCESS);
  EXPECT_EQ(statusOf(barrier), CL_COMPLETE);
  for (cl_event event : {user, barrier, before, after})
    clReleaseEvent(event);
  clReleaseCommandQueue(queue);
  clReleaseCommandQueue(other);
}

TEST_F(QueueEngine, MarkerWaitsForEverythingBefore) {
  cl_command_queue queue = makeQueue(outOfOrder);
  std::atomic<int> ran{0};
  cl_event marker;
  for (int i = 0; i < 500; ++i)
    call(queue, [&] { ++ran; });
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &marker), CL_SUCCESS);
  EXPECT_EQ(ran, 500);
  clReleaseEvent(marker);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, WaitFlushesTheQueuesItDependsOn) {
  cl_command_queue first = makeQueue(), second = makeQueue();
  cl_event event;
  bool ran = false;
  call(first, [&] { ran = true; }, {}, &event);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(second, 1, &event, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_TRUE(ran);
  clReleaseEvent(event);
  clReleaseCommandQueue(first);
  clReleaseCommandQueue(second);
}

TEST_F(QueueEngine, FlushedWorkProceedsWhileTheHostPolls) {
  cl_command_queue queue = makeQueue();
  cl_event event;
  call(queue, [] {}, {}, &event);
  clFlush(queue);
  auto end = std::chrono::steady_clock::now() + 10s;
  while (statusOf(event) != CL_COMPLETE && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_EQ(statusOf(event), CL_COMPLETE);
  clReleaseEvent(event);
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, ReleasedQueueFinishesItsWork) {
  std::atomic<int> ran{0};
  cl_event last;
  cl_command_queue queue = makeQueue();
  for (int i = 0; i < 1000; ++i)
    call(queue, [&] { ++ran; }, {}, i == 999 ? &last : nullptr);
  clReleaseCommandQueue(queue);
  EXPECT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
  EXPECT_EQ(ran, 1000);
  clReleaseEvent(last);
}

TEST_F(QueueEngine, IndependentCommandsOverlap) {
  // Two commands that each wait until the other runs: needs two threads at once.
  cl_uint units;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr);
  if (units < 2)
    GTEST_SKIP() << "one compute unit";
  cl_command_queue queue = makeQueue(outOfOrder);
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
  clReleaseCommandQueue(queue);
}

TEST_F(QueueEngine, ContextIsDestroyedWithItsLastObject) {
  cl_int error;
  cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
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
  cl_command_queue queue = clCreateCommandQueueWithProperties(own, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  call(queue, [] {});
  EXPECT_EQ(clReleaseContext(own), CL_SUCCESS);
  clFinish(queue);
  EXPECT_TRUE(order.empty());
  clReleaseCommandQueue(queue);
  EXPECT_EQ(order, (std::vector<int>{2, 1}));
}

} // namespace
