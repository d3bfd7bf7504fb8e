// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_terminate_context: what has been enqueued ends, whatever it waits for, and nothing new
// begins.
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <atomic>
#include <future>
#include <thread>

namespace weft::test {
namespace {

class TerminateContext : public testing::Test {
protected:
  /// The kernel `test` of a program.
  Kernel build(const char *source) {
    program = session.build(source, "-cl-std=CL3.0");
    return session.kernel(program, "test");
  }

  static cl_int statusOf(cl_event event) {
    return queried<cl_int>([&](auto... rest) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
    });
  }

  const Session session{CL_QUEUE_PROFILING_ENABLE, {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0}};
  const cl_context own = session.context;
  const cl_command_queue inOrder = session.queue;
  Program program;
  const clTerminateContextKHR_fn end = reinterpret_cast<clTerminateContextKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clTerminateContextKHR"));
};

TEST_F(TerminateContext, HostsAskForIt) {
  EXPECT_EQ(deviceInfo<cl_bitfield>(CL_DEVICE_TERMINATE_CAPABILITY_KHR), 1u);
  EXPECT_EQ(deviceInfo<cl_bitfield>(0x200F), 1u) << "as headers for OpenCL 1.2 call it";
  const cl_device_id id = device();
  const cl_context_properties wrong[] = {CL_CONTEXT_TERMINATE_KHR, 2, 0};
  EXPECT_EQ(errorOf([&](cl_int *error) {
              return Context(clCreateContext(wrong, 1, &id, nullptr, nullptr, error));
            }),
            CL_INVALID_PROPERTY);
  ASSERT_NE(end, nullptr);
  EXPECT_EQ(end(nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(end(Session().context), CL_INVALID_OPERATION);
  const cl_context_properties right[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  int calls = 0;
  const auto note = [](const char *, const void *, size_t, void *count) {
    ++*static_cast<int *>(count);
  };
  cl_int error;
  const Context told(clCreateContext(right, 1, &id, note, &calls, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(end(told), CL_SUCCESS);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(end(told), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(calls, 1);
}

TEST_F(TerminateContext, WhatWaitsEnds) {
  const Kernel kernel = build("kernel void test(global int *x) { *x = 1; }");
  cl_int error, value = 0;
  const Memory buffer(clCreateBuffer(own, CL_MEM_USE_HOST_PTR, sizeof value, &value, &error));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  Event user(clCreateUserEvent(own, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_event gate = user;
  const size_t one = 1;
  cl_event first, second, third;
  ASSERT_EQ(clEnqueueNDRangeKernel(inOrder, kernel, 1, nullptr, &one, nullptr, 1, &gate, &first),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(inOrder, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &second),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(inOrder, 0, nullptr, &third), CL_SUCCESS);
  std::promise<cl_int> called;
  ASSERT_EQ(clSetEventCallback(
                second, CL_COMPLETE,
                [](cl_event, cl_int status, void *promise) {
                  static_cast<std::promise<cl_int> *>(promise)->set_value(status);
                },
                &called),
            CL_SUCCESS);
  std::thread waiter([&] { clWaitForEvents(1, &third); });
  EXPECT_EQ(end(own), CL_SUCCESS);
  waiter.join();
  EXPECT_EQ(called.get_future().get(), CL_CONTEXT_TERMINATED_KHR);
  for (cl_event event : {first, second, third}) {
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
    cl_ulong time;
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  }
  EXPECT_EQ(value, 0);
  EXPECT_EQ(clFinish(inOrder), CL_SUCCESS);
  EXPECT_EQ(statusOf(user), CL_SUBMITTED);
  EXPECT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
}

// Its groups that have begun run on, so that the test lets them; no other one begins.
TEST_F(TerminateContext, WhatRunsEnds) {
  const Kernel kernel = build(R"(
    kernel void test(global int *memory) {
      global atomic_int *state = (global atomic_int *)memory;
      atomic_fetch_add(state, 1);
      while (!atomic_load(state + 1))
        ;
    })");
  static std::atomic<int> state[2]; // outlives groups that are late
  cl_int error;
  Memory buffer(clCreateBuffer(own, CL_MEM_USE_HOST_PTR, sizeof state, state, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  std::promise<void> isFree;
  ASSERT_EQ(
      clSetMemObjectDestructorCallback(
          buffer,
          [](cl_mem, void *promise) { static_cast<std::promise<void> *>(promise)->set_value(); },
          &isFree),
      CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  const size_t groups = 100000, one = 1;
  cl_event running, behind;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(inOrder, kernel, 1, nullptr, &groups, &one, 0, nullptr, &running),
      CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(inOrder, 0, nullptr, &behind), CL_SUCCESS);
  ASSERT_EQ(clFlush(inOrder), CL_SUCCESS);
  while (state[0] == 0)
    std::this_thread::yield();
  EXPECT_EQ(end(own), CL_SUCCESS);
  EXPECT_EQ(statusOf(running), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(statusOf(behind), CL_CONTEXT_TERMINATED_KHR);
  EXPECT_EQ(clFinish(inOrder), CL_SUCCESS);
  for (cl_event event : {running, behind})
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  buffer.reset();
  state[1] = 1;
  isFree.get_future().wait(); // by the groups that had begun
  EXPECT_LT(state[0], static_cast<int>(groups));
}

TEST_F(TerminateContext, AllQueuesEnd) {
  const Kernel kernel = build("kernel void test(global int *x) { ++*x; }");
  cl_int error, value = 0;
  const cl_device_id id = device();
  const Memory buffer(clCreateBuffer(own, CL_MEM_USE_HOST_PTR, sizeof value, &value, &error));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  void *mapped = clEnqueueMapBuffer(inOrder, buffer, CL_TRUE, CL_MAP_READ, 0, sizeof value, 0,
                                    nullptr, nullptr, &error);
  ASSERT_EQ(mapped, &value);
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const Queue outOfOrder(clCreateCommandQueueWithProperties(own, id, properties, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  Event gate(clCreateUserEvent(own, &error));
  const cl_event waited = gate;
  std::vector<cl_event> events;
  for (cl_command_queue queue : {inOrder, static_cast<cl_command_queue>(outOfOrder)})
    for (int round = 0; round < 300; ++round) {
      // Every command waits for the one before, which may be of the other queue.
      const cl_event before = events.empty() ? waited : events.back();
      const size_t one = 1;
      cl_event event;
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &before, &event),
          CL_SUCCESS);
      events.push_back(event);
    }
  ASSERT_EQ(end(own), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(static_cast<cl_uint>(events.size()), events.data()),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  for (cl_event event : events) {
    EXPECT_EQ(statusOf(event), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  }
  EXPECT_EQ(value, 0) << "what the host has mapped stays";
}

// A build goes on; its program can be released, and makes no kernels.
TEST_F(TerminateContext, BuildsGoOn) {
  const char *source = "kernel void test(global float *x) { *x = sin(*x) + pow(*x, 3.0f); }";
  cl_int error;
  Program built(clCreateProgramWithSource(own, 1, &source, nullptr, &error));
  std::promise<void> isBuilt;
  ASSERT_EQ(clBuildProgram(
                built, 0, nullptr, "",
                [](cl_program, void *promise) {
                  static_cast<std::promise<void> *>(promise)->set_value();
                },
                &isBuilt),
            CL_SUCCESS);
  ASSERT_EQ(end(own), CL_SUCCESS);
  isBuilt.get_future().wait();
  EXPECT_EQ(clCreateKernel(built, "test", &error), nullptr);
  EXPECT_EQ(error, CL_CONTEXT_TERMINATED_KHR);
}

TEST_F(TerminateContext, NothingNewBegins) {
  const Kernel kernel = build("kernel void test() {}");
  cl_int error, value = 0;
  const Memory buffer(clCreateBuffer(own, 0, 64, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(end(own), CL_SUCCESS);
  const size_t one = 1;
  const char *source = "";
  const cl_buffer_region region = {0, 4};
  const cl_device_id id = device();
  const auto creating = [&](auto create) {
    return [create] { return errorOf([&](cl_int *error) { return create(error); }); };
  };
  const cl_int terminated = CL_CONTEXT_TERMINATED_KHR;
  expectErrors({
      {"buffer", terminated,
       creating([&](cl_int *e) { return Memory(clCreateBuffer(own, 0, 64, nullptr, e)); })},
      {"sub-buffer", terminated, creating([&](cl_int *e) {
         return Memory(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, e));
       })},
      {"queue", terminated, creating([&](cl_int *e) {
         return Queue(clCreateCommandQueueWithProperties(own, id, nullptr, e));
       })},
      {"program", terminated, creating([&](cl_int *e) {
         return Program(clCreateProgramWithSource(own, 1, &source, nullptr, e));
       })},
      {"kernel", terminated,
       creating([&](cl_int *e) { return Kernel(clCreateKernel(program, "test", e)); })},
      {"clone", terminated, creating([&](cl_int *e) { return Kernel(clCloneKernel(kernel, e)); })},
      {"user event", terminated,
       creating([&](cl_int *e) { return Event(clCreateUserEvent(own, e)); })},
      {"kernels", terminated,
       [&] { return clCreateKernelsInProgram(program, 0, nullptr, nullptr); }},
      {"launch", terminated,
       [&] {
         return clEnqueueNDRangeKernel(inOrder, kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                       nullptr);
       }},
      {"read", terminated,
       [&] {
         return clEnqueueReadBuffer(inOrder, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr);
       }},
      {"marker", terminated,
       [&] { return clEnqueueMarkerWithWaitList(inOrder, 0, nullptr, nullptr); }},
      {"barrier", terminated,
       [&] { return clEnqueueBarrierWithWaitList(inOrder, 0, nullptr, nullptr); }},
      {"fill", terminated,
       [&] { return clEnqueueSVMMemFill(inOrder, &value, &value, 4, 4, 0, nullptr, nullptr); }},
      {"retain", CL_SUCCESS, [&] { return clRetainContext(own); }},
      {"release", CL_SUCCESS, [&] { return clReleaseContext(own); }},
      {"retain a queue", CL_SUCCESS, [&] { return clRetainCommandQueue(inOrder); }},
      {"release a queue", CL_SUCCESS, [&] { return clReleaseCommandQueue(inOrder); }},
      {"destructor callback", terminated,
       [&] { return clSetContextDestructorCallback(own, [](cl_context, void *) {}, nullptr); }},
      {"query", CL_SUCCESS,
       [&] { return clGetContextInfo(own, CL_CONTEXT_DEVICES, 0, nullptr, nullptr); }},
      {"query memory", CL_SUCCESS,
       [&] { return clGetMemObjectInfo(buffer, CL_MEM_SIZE, 0, nullptr, nullptr); }},
  });
  EXPECT_EQ(clSVMAlloc(own, 0, 64, 0), nullptr);
}

TEST_F(TerminateContext, OthersGoOn) {
  ASSERT_EQ(end(own), CL_SUCCESS);
  const Session another;
  const Program other = another.build("kernel void test(global int *x) { *x = 3; }");
  std::vector<cl_int> x(1);
  another.run(other, "test", {{1}}, inOut(x));
  EXPECT_EQ(x.front(), 3);
}

} // namespace
} // namespace weft::test
