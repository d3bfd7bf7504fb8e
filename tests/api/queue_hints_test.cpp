// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_priority_hints, cl_khr_throttle_hints and cl_intel_exec_by_local_thread: how commands of a
// queue are to be run.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <atomic>
#include <mutex>
#include <semaphore>
#include <thread>

namespace weft::test {
namespace {

using List = std::vector<cl_queue_properties>;

class QueueHintsApi : public Api {
protected:
  Queue make(List list) const {
    list.push_back(0);
    cl_int error = CL_SUCCESS;
    Queue made = clCreateCommandQueueWithProperties(context, device(), list.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return made;
  }
  cl_int creation(List list) const {
    list.push_back(0);
    return errorOf([&](cl_int *error) {
      return Queue(clCreateCommandQueueWithProperties(context, device(), list.data(), error));
    });
  }
  /// Enqueues a call of a function, which has to live until then.
  static cl_int call(cl_command_queue queue, std::function<void()> &work, cl_uint count = 0,
                     const cl_event *waitList = nullptr, cl_event *event = nullptr) {
    std::function<void()> *address = &work;
    return clEnqueueNativeKernel(
        queue, [](void *block) { (**static_cast<std::function<void()> **>(block))(); }, &address,
        sizeof address, 0, nullptr, nullptr, count, waitList, event);
  }
};

TEST_F(QueueHintsApi, HintsAreChecked) {
  constexpr cl_queue_properties priority = CL_QUEUE_PRIORITY_KHR, throttle = CL_QUEUE_THROTTLE_KHR,
                                onDevice =
                                    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  for (cl_queue_properties hint : {priority, throttle}) {
    for (cl_queue_properties value : {1, 2, 4})
      EXPECT_EQ(creation({hint, value}), CL_SUCCESS) << value;
    for (cl_queue_properties value : {0, 3, 8})
      EXPECT_EQ(creation({hint, value}), CL_INVALID_VALUE) << value;
    EXPECT_EQ(creation({hint, 1, hint, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(creation({CL_QUEUE_PROPERTIES, onDevice, hint, 1}), CL_INVALID_QUEUE_PROPERTIES);
  }
  const List list{priority, CL_QUEUE_PRIORITY_HIGH_KHR, throttle, CL_QUEUE_THROTTLE_LOW_KHR, 0};
  Queue queue = make({list.begin(), list.end() - 1});
  List read(5);
  ASSERT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 40, read.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read, list);
}

/// All threads are held by commands; others come meanwhile, and the hints say which begins first.
TEST_F(QueueHintsApi, CommandsOfHigherPriorityBeginFirst) {
  const auto threads = static_cast<int>(deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  std::atomic<int> held{0};
  std::counting_semaphore<> go(0);
  std::function<void()> hold = [&] {
    ++held;
    go.acquire();
  };
  Queue holders = make({CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE});
  for (int i = 0; i < threads; ++i)
    ASSERT_EQ(call(holders, hold), CL_SUCCESS);
  ASSERT_EQ(clFlush(holders), CL_SUCCESS);
  while (held < threads)
    std::this_thread::yield();

  std::mutex mutex;
  std::vector<int> order;
  std::vector<std::function<void()>> notes;
  std::vector<Queue> queues;
  std::vector<Event> events(3);
  notes.reserve(3);
  // What is enqueued first has the lowest priority.
  for (int value :
       {CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_HIGH_KHR}) {
    queues.push_back(make({CL_QUEUE_PRIORITY_KHR, static_cast<cl_queue_properties>(value)}));
    notes.emplace_back([&mutex, &order, value] {
      const std::lock_guard lock(mutex);
      order.push_back(value);
    });
    ASSERT_EQ(call(queues.back(), notes.back(), 0, nullptr, events[notes.size() - 1].out()),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(queues.back()), CL_SUCCESS);
  }
  // One thread alone comes back: it takes them in order.
  go.release();
  for (size_t count = 0; count < 3;) {
    std::this_thread::yield();
    const std::lock_guard lock(mutex);
    count = order.size();
  }
  go.release(threads - 1);
  for (const Event &event : events)
    EXPECT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR,
                                     CL_QUEUE_PRIORITY_LOW_KHR}));
  EXPECT_EQ(clFinish(holders), CL_SUCCESS);
}

class LocalThreadApi : public QueueHintsApi {
protected:
  static constexpr cl_queue_properties local = CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  const Queue own = make({CL_QUEUE_PROPERTIES, local});

  static cl_int statusOf(cl_event event) {
    return queried<cl_int>([&](auto... rest) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
    });
  }
};

TEST_F(LocalThreadApi, CommandsAreDoneWhenTheirCallsReturn) {
  std::thread::id thread;
  std::function<void()> note = [&] { thread = std::this_thread::get_id(); };
  Event event;
  ASSERT_EQ(call(own, note, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(thread, std::this_thread::get_id());
  EXPECT_EQ(statusOf(event), CL_COMPLETE);
  int value = 5, read = 0;
  Memory memory = session.buffer(sizeof value);
  ASSERT_EQ(clEnqueueWriteBuffer(own, memory, CL_FALSE, 0, 4, &value, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(own, memory, CL_FALSE, 0, 4, &read, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read, 5);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(own, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), CL_COMPLETE);
  EXPECT_EQ(clFlush(own), CL_SUCCESS);
  EXPECT_EQ(clFinish(own), CL_SUCCESS);
}

/// A loop of its own for each thread of the host, and no help from the device's.
TEST_F(LocalThreadApi, KernelsRunOnTheCallingThreadAlone) {
  Program program = session.build("kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }");
  const size_t count = 1 << 20, group = 64;
  const std::vector<int> ones(count, 1);
  Queue unordered = make({CL_QUEUE_PROPERTIES, local | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE});
  std::vector<std::thread> hosts;
  for (int host = 0; host < 3; ++host)
    hosts.emplace_back([&] {
      Kernel twice = session.kernel(program, "twice");
      Memory memory = session.buffer(count * sizeof(int), ones.data());
      EXPECT_EQ(clSetKernelArg(twice, 0, sizeof(cl_mem), memory.address()), CL_SUCCESS);
      std::vector<int> read(count);
      for (int times = 0; times < 3; ++times)
        EXPECT_EQ(clEnqueueNDRangeKernel(unordered, twice, 1, nullptr, &count, &group, 0, nullptr,
                                         nullptr),
                  CL_SUCCESS);
      EXPECT_EQ(clEnqueueReadBuffer(unordered, memory, CL_FALSE, 0, count * sizeof(int),
                                    read.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(read, std::vector<int>(count, 8));
    });
  for (std::thread &host : hosts)
    host.join();
}

TEST_F(LocalThreadApi, CallsWaitForTheirEvents) {
  std::atomic<int> steps{0};
  std::function<void()> step = [&] { ++steps; };
  Event before, after;
  ASSERT_EQ(call(queue, step, 0, nullptr, before.out()), CL_SUCCESS);
  ASSERT_EQ(call(own, step, 1, before.address(), after.out()), CL_SUCCESS);
  EXPECT_EQ(steps, 2);
  ASSERT_EQ(call(queue, step, 1, after.address()), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(steps, 3);
  Event failed = userEvent(), result;
  clSetUserEventStatus(failed, -3);
  ASSERT_EQ(call(own, step, 1, failed.address(), result.out()), CL_SUCCESS);
  EXPECT_EQ(statusOf(result), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(steps, 3);
  int number = 0;
  Memory memory = session.buffer(sizeof number);
  cl_event none = nullptr;
  EXPECT_EQ(clEnqueueReadBuffer(own, memory, CL_TRUE, 0, 4, &number, 1, failed.address(), &none),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(none, nullptr);
}

TEST_F(LocalThreadApi, EventsHaveTimes) {
  Queue profiled = make({CL_QUEUE_PROPERTIES, local | CL_QUEUE_PROFILING_ENABLE});
  Memory memory = session.buffer(64);
  const int zero = 0;
  Event event;
  ASSERT_EQ(clEnqueueFillBuffer(profiled, memory, &zero, 4, 0, 64, 0, nullptr, event.out()),
            CL_SUCCESS);
  cl_ulong previous = 1;
  for (cl_profiling_info name : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                 CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
    const auto time = queried<cl_ulong>(
        [&](auto... rest) { return clGetEventProfilingInfo(event, name, rest...); });
    EXPECT_GE(time, previous);
    previous = time;
  }
}

} // namespace
} // namespace weft::test
