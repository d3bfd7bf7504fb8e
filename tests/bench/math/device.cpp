// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/math/device.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace weft::bench {

void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "math: %s failed\n", what);
  std::exit(EXIT_FAILURE);
}

Work::Work(cl_context context, cl_command_queue queue, cl_kernel kernel,
           std::initializer_list<Array> arrays)
    : queue(queue), kernel(kernel) {
  for (const Array &array : arrays) {
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, array.bytes, array.data, nullptr);
    require(buffer != nullptr, "clCreateBuffer");
    require(clSetKernelArg(kernel, static_cast<cl_uint>(buffers.size()), sizeof(cl_mem), &buffer) ==
                CL_SUCCESS,
            "clSetKernelArg");
    buffers.push_back(buffer);
  }
}

Work::~Work() {
  clReleaseKernel(kernel);
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
}

void Work::run(std::size_t count, std::size_t repetitions) const {
  const std::size_t global[] = {count, repetitions}, local[] = {1024, 1};
  require(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr) ==
                  CL_SUCCESS &&
              clFinish(queue) == CL_SUCCESS,
          "clEnqueueNDRangeKernel");
}

Device::Device() {
  cl_platform_id platform = nullptr;
  require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
          "clGetDeviceIDs");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  require(context && queue, "making a queue");
}

Work Device::work(const std::string &source, std::initializer_list<Array> arrays) const {
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  require(clBuildProgram(program, 1, &device, "-cl-weft-vectorise=auto", nullptr, nullptr) ==
              CL_SUCCESS,
          "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "run", nullptr);
  require(kernel != nullptr, "clCreateKernel");
  clReleaseProgram(program);
  return Work(context, queue, kernel, arrays);
}

namespace {

double seconds(const std::function<void()> &work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double begin = now();
  work();
  return now() - begin;
}

} // namespace

std::vector<double> minSeconds(const std::vector<std::function<void()>> &competitors, int rounds) {
  std::vector<double> least(competitors.size());
  for (int round = -1; round < rounds; ++round) // the first one warms up
    for (std::size_t i = 0; i < competitors.size(); ++i)
      if (competitors[i]) {
        const double time = seconds(competitors[i]);
        if (round >= 0)
          least[i] = round == 0 ? time : std::min(least[i], time);
      }
  return least;
}

} // namespace weft::bench
