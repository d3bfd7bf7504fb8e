// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hosts that use OpenCL in a handler of exit(), when the libraries below have been destroyed. The
// handler is registered before they are loaded, and so runs last.
#include "tests/support/child_process.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <unistd.h>

namespace {

constexpr std::size_t items = 1 << 16;
constexpr int isRight = 42;

struct Host {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  cl_mem buffer = nullptr;
  cl_event start = nullptr, end = nullptr;

  void findDevice() {
    cl_platform_id platform = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  }
  void build() {
    const char *source =
        "kernel void ids(global int *o) { o[get_global_id(0)] = get_global_id(0); }";
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    kernel = clCreateKernel(program, "ids", nullptr);
    buffer = clCreateBuffer(context, 0, items * sizeof(cl_int), nullptr, nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  }
  /// A launch that waits for `start`.
  void enqueue() {
    start = clCreateUserEvent(context, nullptr);
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 1, &start, &end);
    clFlush(queue);
  }
  /// Has it run, and ends the process.
  [[noreturn]] void finish() {
    static std::array<cl_int, items> read;
    clSetUserEventStatus(start, CL_COMPLETE);
    clWaitForEvents(1, &end);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof read, read.data(), 0, nullptr, nullptr);
    bool isEqual = true;
    for (std::size_t i = 0; i < items; ++i)
      isEqual &= read[i] == static_cast<cl_int>(i);
    _exit(isEqual ? isRight : 1);
  }
};
Host host;

/// Calls `before`, then exit(), and `inHandler` when that has destroyed the libraries.
int exitCodeOfHost(void (*before)(), void (*inHandler)()) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    if (std::atexit(inHandler))
      _exit(1);
    before();
    std::exit(0);
  }
  return weft::test::exitCodeOf(child);
}

TEST(Exit, HandlersMakeContexts) {
  EXPECT_EQ(exitCodeOfHost([] { host.findDevice(); },
                           [] {
                             host.build();
                             host.enqueue();
                             host.finish();
                           }),
            isRight);
}

TEST(Exit, HandlersStartTheFirstLaunch) {
  EXPECT_EQ(exitCodeOfHost(
                [] {
                  host.findDevice();
                  host.build();
                  host.enqueue();
                },
                [] { host.finish(); }),
            isRight);
}

TEST(Exit, HandlersStartAnotherLaunch) {
  EXPECT_EQ(exitCodeOfHost(
                [] {
                  host.findDevice();
                  host.build();
                  clEnqueueNDRangeKernel(host.queue, host.kernel, 1, nullptr, &items, nullptr, 0,
                                         nullptr, nullptr);
                  clFinish(host.queue);
                  host.enqueue();
                },
                [] { host.finish(); }),
            isRight);
}

} // namespace
