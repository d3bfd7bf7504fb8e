// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections 5.11, 5.14 and 5.15: events, user events, callbacks and profiling.
#include "tests/api/fixture.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

namespace weft::test {
namespace {

class EventApi : public Api {
protected:
  cl_event wrongEvent = wrong<cl_event>();
  Queue profiling = [&] {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_int error;
    return Queue(clCreateCommandQueueWithProperties(context, device(), list, &error));
  }();

  static cl_int status(cl_event event) {
    return queried<cl_int>([&](auto... rest) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
    });
  }
  Event marker(cl_command_queue on, std::vector<cl_event> after = {}) const {
    Event event;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(on, static_cast<cl_uint>(after.size()),
                                          after.empty() ? nullptr : after.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
};

TEST_F(EventApi, CallbacksAreNoReferencesOfTheHost) {
  Event event = userEvent();
  std::atomic<bool> isDone = false;
  std::thread adder([&] {
    for (int count = 0; count != 400'000; ++count)
      EXPECT_EQ(clSetEventCallback(
                    event, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr),
                CL_SUCCESS);
    isDone = true;
  });
  cl_uint least = 1, most = 1;
  while (!isDone) {
    cl_uint count = 99;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, nullptr),
              CL_SUCCESS);
    least = std::min(least, count);
    most = std::max(most, count);
  }
  adder.join();
  EXPECT_EQ(least, 1u);
  EXPECT_EQ(most, 1u);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
}

TEST_F(EventApi, Queries) {
  Event user = userEvent(), blocked = marker(queue, {user});
  auto get = [&](cl_event event, cl_event_info name) {
    return [=](auto... rest) { return clGetEventInfo(event, name, rest...); };
  };
  EXPECT_EQ(queried<cl_command_queue>(get(blocked, CL_EVENT_COMMAND_QUEUE)), queue);
  EXPECT_EQ(queried<cl_command_queue>(get(user, CL_EVENT_COMMAND_QUEUE)), nullptr);
  EXPECT_EQ(queried<cl_context>(get(blocked, CL_EVENT_CONTEXT)), context);
  EXPECT_EQ(queried<cl_command_type>(get(blocked, CL_EVENT_COMMAND_TYPE)),
            cl_command_type{CL_COMMAND_MARKER});
  EXPECT_EQ(queried<cl_command_type>(get(user, CL_EVENT_COMMAND_TYPE)),
            cl_command_type{CL_COMMAND_USER});
  EXPECT_EQ(queried<cl_uint>(get(user, CL_EVENT_REFERENCE_COUNT)), 1u);
  EXPECT_EQ(status(user), CL_SUBMITTED);
  EXPECT_GT(status(blocked), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, blocked.address()), CL_SUCCESS);
  EXPECT_EQ(status(blocked), CL_COMPLETE);
  EXPECT_EQ(clRetainEvent(user), CL_SUCCESS);
  EXPECT_EQ(queried<cl_uint>(get(user, CL_EVENT_REFERENCE_COUNT)), 2u);
  EXPECT_EQ(clReleaseEvent(user), CL_SUCCESS);
  expectQueryErrors(
      "clGetEventInfo", [&](auto... rest) { return clGetEventInfo(blocked, rest...); },
      CL_EVENT_COMMAND_TYPE, sizeof(cl_command_type));
}

TEST_F(EventApi, CommandTypes) {
  Memory buffer = session.buffer(64), other = session.buffer(64);
  Program program = session.build("kernel void empty() {}");
  Kernel kernel = session.kernel(program, "empty");
  unsigned char bytes[64] = {};
  size_t zero[3] = {}, one[3] = {1, 1, 1};
  auto type = [&](const std::function<cl_int(cl_event *)> &enqueue) {
    Event event;
    EXPECT_EQ(enqueue(event.out()), CL_SUCCESS);
    return queried<cl_command_type>(
        [&](auto... rest) { return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, rest...); });
  };
  auto rect = [&](auto function, auto... middle) {
    return type([&](cl_event *e) {
      return function(queue, buffer, middle..., zero, zero, one, 0, 0, 0, 0, bytes, 0, nullptr, e);
    });
  };
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, bytes, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_READ_BUFFER});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 64, bytes, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_WRITE_BUFFER});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueCopyBuffer(queue, buffer, other, 0, 0, 64, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_COPY_BUFFER});
  EXPECT_EQ(rect(clEnqueueReadBufferRect, cl_bool{CL_FALSE}),
            cl_command_type{CL_COMMAND_READ_BUFFER_RECT});
  EXPECT_EQ(rect(clEnqueueWriteBufferRect, cl_bool{CL_FALSE}),
            cl_command_type{CL_COMMAND_WRITE_BUFFER_RECT});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueCopyBufferRect(queue, buffer, other, zero, zero, one, 0, 0, 0, 0, 0,
                                             nullptr, e);
            }),
            cl_command_type{CL_COMMAND_COPY_BUFFER_RECT});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueFillBuffer(queue, buffer, bytes, 4, 0, 64, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_FILL_BUFFER});
  void *mapped = nullptr;
  EXPECT_EQ(type([&](cl_event *e) {
              cl_int error;
              mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, e,
                                          &error);
              return error;
            }),
            cl_command_type{CL_COMMAND_MAP_BUFFER});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_UNMAP_MEM_OBJECT});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueMigrateMemObjects(queue, 1, buffer.address(), 0, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_MIGRATE_MEM_OBJECTS});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, one, nullptr, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
  EXPECT_EQ(type([&](cl_event *e) { return clEnqueueTask(queue, kernel, 0, nullptr, e); }),
            cl_command_type{CL_COMMAND_TASK});
  EXPECT_EQ(type([&](cl_event *e) {
              return clEnqueueNativeKernel(
                  queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, e);
            }),
            cl_command_type{CL_COMMAND_NATIVE_KERNEL});
  EXPECT_EQ(type([&](cl_event *e) { return clEnqueueBarrierWithWaitList(queue, 0, nullptr, e); }),
            cl_command_type{CL_COMMAND_BARRIER});
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(EventApi, WrongHandles) {
  auto callback = [](cl_event, cl_int, void *) {};
  Event user = userEvent();
  expectErrors({
      {"retain", CL_INVALID_EVENT, [&] { return clRetainEvent(wrongEvent); }},
      {"release", CL_INVALID_EVENT, [&] { return clReleaseEvent(wrongEvent); }},
      {"release null", CL_INVALID_EVENT, [&] { return clReleaseEvent(nullptr); }},
      {"query", CL_INVALID_EVENT,
       [&] { return clGetEventInfo(wrongEvent, CL_EVENT_COMMAND_TYPE, 0, nullptr, nullptr); }},
      {"user status", CL_INVALID_EVENT,
       [&] { return clSetUserEventStatus(wrongEvent, CL_COMPLETE); }},
      {"user status of a command", CL_INVALID_EVENT,
       [&] { return clSetUserEventStatus(marker(queue), CL_COMPLETE); }},
      {"callback", CL_INVALID_EVENT,
       [&] { return clSetEventCallback(wrongEvent, CL_COMPLETE, callback, nullptr); }},
      {"profiling", CL_INVALID_EVENT,
       [&] {
         return clGetEventProfilingInfo(wrongEvent, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr);
       }},
      {"no callback", CL_INVALID_VALUE,
       [&] { return clSetEventCallback(user, CL_COMPLETE, nullptr, nullptr); }},
      {"an unknown state", CL_INVALID_VALUE,
       [&] { return clSetEventCallback(user, CL_QUEUED, callback, nullptr); }},
      {"a state beyond", CL_INVALID_VALUE,
       [&] { return clSetEventCallback(user, 77, callback, nullptr); }},
  });
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateUserEvent(wrong<cl_context>(), e); }),
            CL_INVALID_CONTEXT);
  clSetUserEventStatus(user, CL_COMPLETE);
}

TEST_F(EventApi, UserStatusErrors) {
  Event user = userEvent();
  expectErrors({
      {"running", CL_INVALID_VALUE, [&] { return clSetUserEventStatus(user, CL_RUNNING); }},
      {"submitted", CL_INVALID_VALUE, [&] { return clSetUserEventStatus(user, CL_SUBMITTED); }},
      {"complete", CL_SUCCESS, [&] { return clSetUserEventStatus(user, CL_COMPLETE); }},
      {"again", CL_INVALID_OPERATION, [&] { return clSetUserEventStatus(user, CL_COMPLETE); }},
      {"failing later", CL_INVALID_OPERATION, [&] { return clSetUserEventStatus(user, -5); }},
  });
}

TEST_F(EventApi, WaitErrors) {
  Event own = userEvent();
  Context foreign = otherContext();
  Event other = userEvent(foreign), failed = userEvent();
  for (cl_event event : {static_cast<cl_event>(own), static_cast<cl_event>(other)})
    ASSERT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(failed, -77), CL_SUCCESS);
  cl_event good[] = {own, own}, mixed[] = {own, other}, bad[] = {own, wrongEvent},
           none[] = {own, nullptr}, failing[] = {own, failed};
  expectErrors({
      {"good", CL_SUCCESS, [&] { return clWaitForEvents(2, good); }},
      {"none", CL_INVALID_VALUE, [&] { return clWaitForEvents(0, good); }},
      {"no list", CL_INVALID_VALUE, [&] { return clWaitForEvents(1, nullptr); }},
      {"other contexts", CL_INVALID_CONTEXT, [&] { return clWaitForEvents(2, mixed); }},
      {"another type", CL_INVALID_EVENT, [&] { return clWaitForEvents(2, bad); }},
      {"null", CL_INVALID_EVENT, [&] { return clWaitForEvents(2, none); }},
      {"failed", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
       [&] { return clWaitForEvents(2, failing); }},
  });
}

TEST_F(EventApi, FailuresTravel) {
  Event user = userEvent(), first = marker(queue, {user}), second = marker(queue, {first});
  unsigned char byte = 0;
  Memory buffer = session.buffer(1);
  ASSERT_EQ(clSetUserEventStatus(user, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, second.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(status(first), 0);
  EXPECT_LT(status(second), 0);
  cl_event list[] = {user};
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1, &byte, 1, list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
      << "a blocking command tells that what it waited for failed";
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(EventApi, CallbacksForEveryState) {
  struct Seen {
    std::atomic<int> submitted = 0, running = 0, complete = 0;
    std::promise<void> done;
  } seen;
  Event user = userEvent();
  Memory buffer = session.buffer(1 << 20);
  std::vector<unsigned char> host(1 << 20);
  Event event;
  cl_event list[] = {user};
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, host.size(), host.data(), 1, list,
                                event.out()),
            CL_SUCCESS);
  auto note = [](cl_event, cl_int state, void *data) {
    auto &record = *static_cast<Seen *>(data);
    if (state == CL_SUBMITTED)
      ++record.submitted;
    else if (state == CL_RUNNING)
      ++record.running;
    else if (++record.complete == 1)
      record.done.set_value();
  };
  for (cl_int state : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
    ASSERT_EQ(clSetEventCallback(event, state, note, &seen), CL_SUCCESS);
  EXPECT_EQ(seen.complete, 0);
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  seen.done.get_future().wait();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(seen.submitted, 1);
  EXPECT_EQ(seen.running, 1);
  EXPECT_EQ(seen.complete, 1);
}

TEST_F(EventApi, CallbacksTellFailures) {
  std::promise<cl_int> state;
  Event user = userEvent();
  ASSERT_EQ(clSetEventCallback(
                user, CL_COMPLETE,
                [](cl_event, cl_int status, void *data) {
                  static_cast<std::promise<cl_int> *>(data)->set_value(status);
                },
                &state),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(user, -123), CL_SUCCESS);
  EXPECT_EQ(state.get_future().get(), -123);
}

TEST_F(EventApi, CallbacksMayUseOpenCl) {
  struct Work {
    cl_command_queue queue;
    std::promise<cl_int> result;
  } work{profiling, {}};
  Event event = marker(queue);
  ASSERT_EQ(clSetEventCallback(
                event, CL_COMPLETE,
                [](cl_event, cl_int, void *data) {
                  auto &job = *static_cast<Work *>(data);
                  cl_int error = clEnqueueMarkerWithWaitList(job.queue, 0, nullptr, nullptr);
                  job.result.set_value(error == CL_SUCCESS ? clFlush(job.queue) : error);
                },
                &work),
            CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(work.result.get_future().get(), CL_SUCCESS);
  EXPECT_EQ(clFinish(profiling), CL_SUCCESS);
}

TEST_F(EventApi, ProfilingIsInOrder) {
  Program program = session.build("kernel void work(global float *x) { float s = 0; for (int i = "
                                  "0; i < 1000; ++i) s += sin(s + "
                                  "i); x[get_global_id(0)] = s; }");
  Kernel kernel = session.kernel(program, "work");
  Memory buffer = session.buffer(4096);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  size_t items = 1024;
  Event event;
  ASSERT_EQ(clEnqueueNDRangeKernel(profiling, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                   event.out()),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  cl_ulong last = 0, start = 0, end = 0;
  for (cl_profiling_info name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    auto time = queried<cl_ulong>(
        [&](auto... rest) { return clGetEventProfilingInfo(event, name, rest...); });
    EXPECT_GE(time, last);
    EXPECT_GT(time, 0u);
    last = time;
    if (name == CL_PROFILING_COMMAND_START)
      start = time;
    if (name == CL_PROFILING_COMMAND_END)
      end = time;
  }
  EXPECT_GT(end, start);
  expectQueryErrors(
      "clGetEventProfilingInfo",
      [&](auto... rest) { return clGetEventProfilingInfo(event, rest...); },
      CL_PROFILING_COMMAND_END, sizeof(cl_ulong));
}

TEST_F(EventApi, ProfilingThatIsNotAvailable) {
  cl_ulong time;
  auto query = [&](cl_event event) {
    return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr);
  };
  Event plain = marker(queue), user = userEvent(), blocked = marker(profiling, {user});
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(query(plain), CL_PROFILING_INFO_NOT_AVAILABLE) << "the queue does not profile";
  EXPECT_EQ(query(user), CL_PROFILING_INFO_NOT_AVAILABLE) << "a user event";
  EXPECT_EQ(query(blocked), CL_PROFILING_INFO_NOT_AVAILABLE) << "not complete";
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(profiling), CL_SUCCESS);
}

TEST_F(EventApi, WaitListsCrossQueues) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      0};
  cl_int error;
  Queue unordered = clCreateCommandQueueWithProperties(context, device(), list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = session.build("kernel void step(global int *x, int m) { *x = *x * 3 + m; }");
  std::vector<int> x = {1};
  Memory buffer = session.buffer(4, x.data());
  Event before;
  unsigned expected = 1;
  size_t one = 1;
  cl_command_queue queues[] = {queue, unordered, profiling};
  std::vector<Kernel> kernels;
  for (int i = 0; i < 60; ++i) {
    kernels.push_back(session.kernel(program, "step"));
    ASSERT_EQ(clSetKernelArg(kernels.back(), 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernels.back(), 1, sizeof i, &i), CL_SUCCESS);
    Event next;
    ASSERT_EQ(clEnqueueNDRangeKernel(queues[i % 3], kernels.back(), 1, nullptr, &one, nullptr,
                                     i > 0, i > 0 ? before.address() : nullptr, next.out()),
              CL_SUCCESS);
    before = std::move(next);
    expected = expected * 3 + static_cast<unsigned>(i);
  }
  ASSERT_EQ(
      clEnqueueReadBuffer(unordered, buffer, CL_TRUE, 0, 4, x.data(), 1, before.address(), nullptr),
      CL_SUCCESS);
  EXPECT_EQ(static_cast<unsigned>(x[0]), expected);
}

TEST_F(EventApi, AReleasedOneIsKnown) {
  cl_int error;
  cl_event gone = clCreateUserEvent(context, &error);
  ASSERT_EQ(clSetUserEventStatus(gone, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clReleaseEvent(gone), CL_SUCCESS);
  EXPECT_EQ(clRetainEvent(gone), CL_INVALID_EVENT);
}

} // namespace
} // namespace weft::test
