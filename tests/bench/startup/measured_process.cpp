// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/startup/measured_process.h"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace weft::bench {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

void print(const char *name, double figure) {
  std::printf("%s %.4f\n", name, figure);
  std::fflush(stdout);
}

struct Session {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
};

Session open() {
  setenv("WEFT_BINARIES", "code", /*overwrite=*/1);
  Session session{};
  const auto begin = Clock::now();
  cl_platform_id platform;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  print("platforms", millisecondsSince(begin));
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &session.device, nullptr),
        "clGetDeviceIDs");
  cl_int error;
  session.context = clCreateContext(nullptr, 1, &session.device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  session.queue = clCreateCommandQueue(session.context, session.device, 0, &error);
  check(error, "clCreateCommandQueue");
  print("queue", millisecondsSince(begin));
  return session;
}

/// Builds the source and prints "build".
cl_kernel build(const Session &session, const char *source, const char *name) {
  const auto begin = Clock::now();
  cl_int error;
  cl_program program = clCreateProgramWithSource(session.context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  print("build", millisecondsSince(begin));
  cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  return kernel;
}

/// One launch, to its end.
double launch(cl_command_queue queue, cl_kernel kernel, size_t global, size_t local) {
  const auto begin = Clock::now();
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
  return millisecondsSince(begin);
}

/// Waits until all code of the kernel's program is made, and can be in a cache (open() sees to it
/// that binaries have code).
void awaitCode(cl_kernel kernel) {
  cl_program program;
  check(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr),
        "clGetKernelInfo");
  std::size_t size;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
        "clGetProgramInfo");
}

cl_mem makeBuffer(const Session &session, cl_kernel kernel, std::vector<std::int32_t> &content) {
  cl_int error;
  cl_mem buffer = clCreateBuffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 content.size() * sizeof content[0], content.data(), &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  return buffer;
}

} // namespace

void measureQueue() { open(); }

void measureSmallBuild() {
  const Session session = open();
  const auto begin = Clock::now();
  cl_kernel kernel =
      build(session, "kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }", "twice");
  std::vector<std::int32_t> zeros(4096);
  makeBuffer(session, kernel, zeros);
  launch(session.queue, kernel, zeros.size(), 64);
  print("result", millisecondsSince(begin));
  // Sizes not seen before: a platform that compiles for each local size shows it here.
  double slowest = 0;
  for (size_t local : {16, 32, 128, 256, 512})
    slowest = std::max(slowest, launch(session.queue, kernel, local * 8, local));
  print("sizes", slowest);
  awaitCode(kernel);
  print("code", millisecondsSince(begin));
}

void measureHardBuild(const HardProgram &program) {
  const Session session = open();
  const auto begin = Clock::now();
  cl_kernel kernel = build(session, program.source.c_str(), "run");
  std::vector<std::int32_t> content(64 * 64);
  for (std::size_t i = 0; i != content.size(); ++i)
    content[i] = static_cast<std::int32_t>(i * 7 % 101);
  cl_mem buffer = makeBuffer(session, kernel, content);
  const cl_int count = 5;
  check(clSetKernelArg(kernel, 1, sizeof count, &count), "clSetKernelArg");
  launch(session.queue, kernel, 64, 64);
  print("result", millisecondsSince(begin));
  check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, content.size() * sizeof content[0],
                            content.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  std::uint32_t sum = 0;
  for (const std::int32_t value : content)
    sum = sum * 31 + static_cast<std::uint32_t>(value);
  print("checksum", sum);
  awaitCode(kernel);
  print("code", millisecondsSince(begin));
}

} // namespace weft::bench
