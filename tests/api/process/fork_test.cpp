// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host programs that fork, whatever their threads and Weft's are at: children with objects of their
// own work, what they inherit is refused, and nobody hangs. Each scenario is a process of its own
// that must end in time.
#include "tests/support/child_process.h"
#include "tests/support/opencl.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace weft::test;

constexpr unsigned patience = 100;

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "failed: %s\n", what);
  _exit(1);
}

/// Forks a child that runs the scenario and must end well.
void inChild(const std::function<void()> &scenario) {
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (!child) {
    alarm(patience / 2);
    scenario();
    std::exit(0); // with exit handlers and destructors
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    require(errno == EINTR, "waitpid");
  if (WIFSIGNALED(status))
    std::fprintf(stderr, "signal %d\n", WTERMSIG(status));
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's end");
}

/// A context with a queue; the device may be inherited.
struct Host {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;

  Host() {
    cl_platform_id platform;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "a platform");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "a device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    require(context && queue, "a context and a queue");
  }
  void release() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  cl_mem makeBuffer(size_t bytes) {
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    require(buffer, "a buffer");
    return buffer;
  }
  /// A kernel that adds the number, and its program, which is left to the end of the process.
  cl_kernel build(cl_uint number) {
    const std::string text =
        "kernel void k(global uint *x) { x[get_global_id(0)] += " + std::to_string(number) + "; }";
    const char *source = text.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    require(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS, "build");
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    require(kernel, "a kernel");
    return kernel;
  }
  cl_program load(const std::vector<unsigned char> &binary) {
    const size_t bytes = binary.size();
    const unsigned char *place = binary.data();
    cl_program program =
        clCreateProgramWithBinary(context, 1, &device, &bytes, &place, nullptr, nullptr);
    if (clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) != CL_SUCCESS) {
      char log[1000] = "";
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
      require(false, log);
    }
    return program;
  }
  /// Fills, launches and reads: true if all is as it should be.
  void use(cl_kernel kernel, cl_uint number) {
    constexpr size_t words = size_t{1} << 18;
    cl_mem buffer = makeBuffer(words * sizeof(cl_uint));
    const cl_uint pattern = 5;
    std::vector<cl_uint> result(words);
    require(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, words * sizeof pattern,
                                0, nullptr, nullptr) == CL_SUCCESS &&
                clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS &&
                clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &words, nullptr, 0, nullptr,
                                       nullptr) == CL_SUCCESS &&
                clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, words * sizeof(cl_uint),
                                    result.data(), 0, nullptr, nullptr) == CL_SUCCESS,
            "commands");
    for (cl_uint value : result)
      require(value == pattern + number, "the buffer's contents");
    clReleaseMemObject(buffer);
  }
};

void useAll(cl_uint number) {
  Host host;
  cl_kernel kernel = host.build(number);
  host.use(kernel, number);
  cl_event called;
  std::atomic<int> calls{0};
  require(clEnqueueMarkerWithWaitList(host.queue, 0, nullptr, &called) == CL_SUCCESS, "a marker");
  clSetEventCallback(
      called, CL_COMPLETE,
      [](cl_event, cl_int, void *counter) { ++*static_cast<std::atomic<int> *>(counter); }, &calls);
  clFinish(host.queue);
  while (!calls)
    std::this_thread::yield();
  clReleaseEvent(called);
  clReleaseKernel(kernel);
  host.release();
}

class Fork : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void endsWell(const std::function<void()> &scenario) {
    EXPECT_EXIT(
        {
          alarm(patience);
          scenario();
          std::exit(0);
        },
        testing::ExitedWithCode(0), "^$");
  }
};

/// Runs `work` again and again on threads beside `scenario`.
void beside(const std::function<void(cl_uint)> &work, const std::function<void()> &scenario) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (cl_uint thread = 0; thread < 3; ++thread)
    threads.emplace_back([&, thread] {
      for (cl_uint round = 0; !stop; ++round)
        work(thread * 1'000'000 + round);
    });
  scenario();
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(Fork, ChildrenOfABusyHostWork) {
  if (!childrenMayAllocate)
    GTEST_SKIP() << allocatorOfChildrenText;
  if (!childrenMayStartThreads)
    GTEST_SKIP() << threadsOfChildrenText;
  endsWell([] {
    useAll(1);
    const auto enqueue = [](cl_uint) {
      Host host;
      cl_kernel kernel = host.build(1);
      for (int i = 0; i < 20; ++i)
        host.use(kernel, 1);
      clReleaseKernel(kernel);
      host.release();
    };
    beside(enqueue, [] {
      for (int i = 0; i < 100; ++i)
        inChild([] { useAll(1); });
    });
  });
}

TEST_F(Fork, ChildrenOfABuildingHostWork) {
  if (!childrenMayAllocate)
    GTEST_SKIP() << allocatorOfChildrenText;
  if (!childrenMayStartThreads)
    GTEST_SKIP() << threadsOfChildrenText;
  endsWell([] {
    setenv("WEFT_CACHE", "0", 1);
    const auto build = [](cl_uint number) {
      Host host;
      clReleaseKernel(host.build(number));
      host.release();
    };
    // Loading a program takes a small part of building it, so what is loaded once more is a binary.
    Host host;
    cl_kernel kernel = host.build(7);
    cl_program program;
    clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr);
    size_t bytes = 0;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr);
    std::vector<unsigned char> binary(bytes);
    unsigned char *place = binary.data();
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr);
    beside([&](cl_uint) { clReleaseProgram(host.load(binary)); },
           [&] {
             for (int i = 0; i < 60; ++i)
               inChild([&] {
                 Host own;
                 own.use(clCreateKernel(own.load(binary), "k", nullptr), 7);
               });
           });
    beside(build, [&] {
      for (cl_uint i = 0; i < 5; ++i)
        inChild([&] { useAll(10'000'000 + i); });
    });
  });
}

TEST_F(Fork, WhatIsInheritedIsRefused) {
  if (!childrenMayAllocate)
    GTEST_SKIP() << allocatorOfChildrenText;
  endsWell([] {
    Host host;
    cl_kernel kernel = host.build(1);
    cl_mem buffer = host.makeBuffer(1 << 20);
    cl_event gate = clCreateUserEvent(host.context, nullptr), event;
    require(clEnqueueMarkerWithWaitList(host.queue, 1, &gate, &event) == CL_SUCCESS, "a marker");
    cl_program program;
    clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr);
    inChild([&] {
      const cl_uint pattern = 0;
      cl_int error = CL_SUCCESS;
      require(clFinish(host.queue) == CL_INVALID_COMMAND_QUEUE, "clFinish");
      require(clFlush(host.queue) == CL_INVALID_COMMAND_QUEUE, "clFlush");
      require(clEnqueueFillBuffer(host.queue, buffer, &pattern, 4, 0, 4, 0, nullptr, nullptr) ==
                  CL_INVALID_COMMAND_QUEUE,
              "clEnqueueFillBuffer");
      require(clWaitForEvents(1, &event) == CL_INVALID_EVENT, "clWaitForEvents");
      require(clSetUserEventStatus(gate, CL_COMPLETE) == CL_INVALID_EVENT, "clSetUserEventStatus");
      require(!clCreateBuffer(host.context, 0, 4, nullptr, &error) && error == CL_INVALID_CONTEXT,
              "clCreateBuffer");
      require(clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_INVALID_KERNEL,
              "clSetKernelArg");
      require(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_PROGRAM,
              "clBuildProgram");
      // What a destructor of the host's does at its end.
      require(clReleaseMemObject(buffer) == CL_INVALID_MEM_OBJECT, "clReleaseMemObject");
      require(clReleaseContext(host.context) == CL_INVALID_CONTEXT, "clReleaseContext");
      Host own;
      const cl_event waits[] = {event};
      require(clEnqueueMarkerWithWaitList(own.queue, 1, waits, nullptr) ==
                  CL_INVALID_EVENT_WAIT_LIST,
              "a wait list");
      cl_kernel ownKernel = own.build(1);
      require(clSetKernelArg(ownKernel, 0, sizeof buffer, &buffer) == CL_INVALID_MEM_OBJECT,
              "an argument");
      own.use(ownKernel, 1);
      // And so on in its children.
      inChild([&] {
        require(clFinish(own.queue) == CL_INVALID_COMMAND_QUEUE, "the child's queue");
        require(clFinish(host.queue) == CL_INVALID_COMMAND_QUEUE, "the parent's queue");
        useAll(1);
      });
    });
    // The parent has all of it still.
    clSetUserEventStatus(gate, CL_COMPLETE);
    require(clFinish(host.queue) == CL_SUCCESS, "the parent's queue");
    host.use(kernel, 1);
  });
}

TEST_F(Fork, ChildOfACommandEnds) {
  endsWell([] {
    Host host;
    // system() and the like: the child is a copy of the thread that runs the command.
    const auto forking = [](void *) {
      const pid_t child = fork();
      if (!child)
        _exit(0);
      int status = 1;
      require(waitpid(child, &status, 0) == child && status == 0, "the child's end");
    };
    for (int i = 0; i < 10; ++i)
      require(clEnqueueNativeKernel(host.queue, forking, nullptr, 0, 0, nullptr, nullptr, 0,
                                    nullptr, nullptr) == CL_SUCCESS,
              "clEnqueueNativeKernel");
    clFlush(host.queue);
    require(clFinish(host.queue) == CL_SUCCESS, "clFinish");
  });
}

} // namespace
