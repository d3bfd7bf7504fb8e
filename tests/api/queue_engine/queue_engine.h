// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the queue engine share: a context, and commands that run C++ functions (native
// kernels, so that no compiler is involved).
#pragma once

#include "tests/support/opencl.h"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace weft::test {

class QueueEngine : public testing::Test {
protected:
  void SetUp() override {
    cl_platform_id platform;
    ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }

  Queue makeQueue(cl_command_queue_properties properties = 0) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error;
    Queue queue = clCreateCommandQueueWithProperties(context, device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return queue;
  }

  Event makeUserEvent() {
    cl_int error;
    Event event = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }

  /// Enqueues a call of `work`, which is copied and deleted after the call. Commands that never run
  /// because a dependency failed leak it.
  static void call(cl_command_queue queue, std::function<void()> work,
                   std::span<const cl_event> waitList = {}, cl_event *event = nullptr) {
    auto *copy = new std::function<void()>(std::move(work));
    ASSERT_EQ(clEnqueueNativeKernel(
                  queue,
                  [](void *block) {
                    auto *function = *static_cast<std::function<void()> **>(block);
                    (*function)();
                    delete function;
                  },
                  &copy, sizeof(copy), 0, nullptr, nullptr, static_cast<cl_uint>(waitList.size()),
                  waitList.empty() ? nullptr : waitList.data(), event),
              CL_SUCCESS);
  }

  static cl_int statusOf(cl_event event) {
    cl_int status = -1000;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr),
        CL_SUCCESS);
    return status;
  }

  static constexpr cl_command_queue_properties outOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  cl_device_id device = nullptr;
  Context context;
};

/// A wait list of one event, or of none.
inline std::span<const cl_event> only(const Event &event) {
  return event ? std::span<const cl_event>(event.address(), 1) : std::span<const cl_event>();
}

} // namespace weft::test
