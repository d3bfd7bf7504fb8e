// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/engine/loops.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace weft::bench {
namespace {

constexpr unsigned maxGroups = 1024;

const char *const source = R"(
kernel void compute(global uint *x, uint steps) {
  uint value = get_group_id(0);
  for (uint i = 0; i < steps; ++i)
    value = value * 1664525u + 1013904223u ^ value >> 7;
  x[get_group_id(0)] = value;
}
)";

/// The kernel in C++. Each step waits for the one before, so no compiler makes it faster.
std::uint32_t compute(std::uint32_t value, std::uint32_t steps) {
  for (std::uint32_t i = 0; i < steps; ++i)
    value = (value * 1664525u + 1013904223u) ^ value >> 7;
  return value;
}

double nanoseconds(auto work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
  std::exit(1);
}

double measureStepsPerMicrosecond() {
  constexpr std::uint32_t steps = 100'000;
  double shortest = 1e18;
  volatile std::uint32_t result = 0;
  for (int i = 0; i < 20; ++i)
    shortest = std::min(shortest, nanoseconds([&] { result = compute(result, steps); }));
  return steps / (shortest / 1000);
}

} // namespace

std::string LoopSize::name() const {
  return "loop-" + std::to_string(groups) + "-" + std::to_string(microseconds);
}

std::vector<LoopSize> loopSizes() {
  std::vector<LoopSize> sizes;
  for (const unsigned microseconds : {1u, 10u, 100u})
    for (const unsigned groups : {2u, 16u, 64u, maxGroups})
      sizes.push_back({groups, microseconds});
  return sizes;
}

Loops::Loops(cl_context context, cl_device_id device, cl_command_queue queue)
    : queue(queue), stepsPerMicrosecond(measureStepsPerMicrosecond()) {
  cl_int error;
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  kernel = clCreateKernel(program, "compute", &error);
  check(error, "clCreateKernel");
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, maxGroups * sizeof(cl_uint), nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
}

double Loops::shareOfNative(const LoopSize &size, int rounds) const {
  const auto steps = static_cast<cl_uint>(stepsPerMicrosecond * size.microseconds);
  check(clSetKernelArg(kernel, 1, sizeof steps, &steps), "clSetKernelArg");
  const size_t global = size.groups, local = 1;
  const auto launch = [&] {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
  };
  std::vector<std::uint32_t> results(size.groups);
  const auto loop = [&] {
    oneapi::tbb::parallel_for(0u, size.groups, [&](unsigned i) { results[i] = compute(i, steps); });
  };
  // Short ones take turns in series, so that threads are awake for both.
  const int times = std::max(1, static_cast<int>(2'000 / (size.groups * size.microseconds)));
  const auto series = [&](auto work) {
    return nanoseconds([&] {
      for (int i = 0; i < times; ++i)
        work();
    });
  };
  series(launch);
  series(loop);
  std::vector<double> ours, natives;
  for (int i = 0; i < rounds; ++i) {
    ours.push_back(series(launch));
    natives.push_back(series(loop));
  }
  return median(natives) / median(ours);
}

} // namespace weft::bench
