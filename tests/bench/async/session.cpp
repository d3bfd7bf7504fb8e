// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/async/session.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace weft::bench {
namespace {

unsigned char *allocate(std::size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    std::exit(1);
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::fill_n(static_cast<unsigned char *>(memory), bytes, 1);
  return static_cast<unsigned char *>(memory);
}

} // namespace

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

Session::Session(int rounds, std::size_t bytes, std::vector<std::size_t> tiles)
    : rounds(rounds), bytes(bytes), from(allocate(bytes)), to(allocate(bytes)),
      tiles(std::move(tiles)) {
  cl_platform_id platform;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  char name[64] = "";
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr),
        "clGetPlatformInfo");
  isWeft = std::string(name) == "Weft";
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof threads, &threads, nullptr),
        "clGetDeviceInfo");
  arena.initialize(static_cast<int>(threads));
  cl_int error;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
  fromBuffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, from, &error);
  check(error, "clCreateBuffer");
  toBuffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, to, &error);
  check(error, "clCreateBuffer");
}

cl_mem Session::part(cl_mem whole, std::size_t size) const {
  const cl_buffer_region region{0, size};
  cl_int error;
  cl_mem first = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  check(error, "clCreateSubBuffer");
  return first;
}

cl_program Session::build(const char *source, const char *options) const {
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), "clBuildProgram");
  return program;
}

cl_kernel Session::kernel(cl_program program, const char *name) const {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, name);
  return kernel;
}

void Session::launch(cl_kernel kernel, std::size_t groups) const {
  const std::size_t local = 64, global = groups * local;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
}

} // namespace weft::bench
