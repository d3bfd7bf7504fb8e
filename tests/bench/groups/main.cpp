// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of sub-groups and work-groups beside kernels that do the same through local memory.
//
//   groups [rounds]
//
// Each row is two kernels with the same result, which are compared. A kernel repeats its operation,
// so that memory does not matter. Prints for each the time of one operation of one work-item, the
// median of the rounds, and how many times as fast the operation is. Runs on the first device of
// the first platform.
#include "tests/bench/own_build.h"
#include "tests/support/progress.h"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr size_t items = size_t{1} << 18, groupItems = 256, largeGroupItems = 1024;
constexpr int repetitions = 32;

/// CHUNK is 8 work-items: whatever the size of sub-groups, it divides them.
constexpr char prologue[] = R"(
#define CHUNK 8u
#define REPEAT for (int round = 0; round < REPETITIONS; ++round)
)";

struct Row {
  const char *name;
  size_t localSize;
  const char *operation, *plain;
};

const Row rows[] = {
    {"reduction of a sub-group", groupItems, R"(
kernel void test(global uint *data) {
  size_t i = get_global_id(0);
  uint x = data[i];
  REPEAT x = x * 3u + sub_group_clustered_reduce_add(x, CHUNK);
  data[i] = x;
})",
     R"(
kernel void test(global uint *data) {
  local uint t[256];
  size_t i = get_global_id(0), l = get_local_id(0);
  uint x = data[i];
  REPEAT {
    t[l] = x;
    for (uint s = CHUNK / 2; s; s /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l % CHUNK < s) t[l] += t[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    x = x * 3u + t[l / CHUNK * CHUNK];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[i] = x;
})"},
    {"scan of a sub-group", groupItems, R"(
kernel void test(global uint *data) {
  size_t i = get_global_id(0);
  uint x = data[i];
  REPEAT {
    uint before = sub_group_scan_inclusive_add(x);
    x = x * 3u + before;
  }
  data[i] = x;
})",
     R"(
kernel void test(global uint *data, uint width) {
  local uint t[2][256];
  size_t i = get_global_id(0), l = get_local_id(0);
  uint x = data[i], place = l % width;
  REPEAT {
    int which = 0;
    t[0][l] = x;
    for (uint s = 1; s < width; s *= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      t[1 - which][l] = t[which][l] + (place >= s ? t[which][l - s] : 0);
      which = 1 - which;
    }
    x = x * 3u + t[which][l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[i] = x;
})"},
    {"transposition by shuffles", groupItems, R"(
#define EXCHANGE(a, b, bit)                                                                        \
  {                                                                                                \
    bool upper = lane & bit;                                                                       \
    uint got = sub_group_shuffle_xor(upper ? v##a : v##b, bit);                                    \
    v##a = upper ? got : v##a;                                                                     \
    v##b = upper ? v##b : got;                                                                     \
  }
kernel void test(global uint *data) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), x = data[i];
  uint v0 = x, v1 = x + 1, v2 = x + 2, v3 = x + 3, v4 = x + 4, v5 = x + 5, v6 = x + 6, v7 = x + 7;
  REPEAT {
    EXCHANGE(0, 1, 1) EXCHANGE(2, 3, 1) EXCHANGE(4, 5, 1) EXCHANGE(6, 7, 1)
    EXCHANGE(0, 2, 2) EXCHANGE(1, 3, 2) EXCHANGE(4, 6, 2) EXCHANGE(5, 7, 2)
    EXCHANGE(0, 4, 4) EXCHANGE(1, 5, 4) EXCHANGE(2, 6, 4) EXCHANGE(3, 7, 4)
    v0 = v0 * 3u, v1 = v1 * 3u + 1, v2 = v2 * 3u + 2, v3 = v3 * 3u + 3;
    v4 = v4 * 3u + 4, v5 = v5 * 3u + 5, v6 = v6 * 3u + 6, v7 = v7 * 3u + 7;
  }
  data[i] = ((((((v0 * 5u + v1) * 5u + v2) * 5u + v3) * 5u + v4) * 5u + v5) * 5u + v6) * 5u + v7;
})",
     R"(
kernel void test(global uint *data) {
  local uint t[256 * 8];
  size_t i = get_global_id(0), l = get_local_id(0), chunk = l / 8 * 8;
  uint v[8];
  for (uint k = 0; k < 8; ++k) v[k] = data[i] + k;
  REPEAT {
    for (uint k = 0; k < 8; ++k) t[l * 8 + k] = v[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 8; ++k) v[k] = t[(chunk + k) * 8 + l % 8] * 3u + k;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint sum = 0;
  for (uint k = 0; k < 8; ++k) sum = sum * 5u + v[k];
  data[i] = sum;
})"},
    {"bitonic sort by shuffles", groupItems, R"(
kernel void test(global uint *data) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id() % CHUNK, x = data[i];
  REPEAT {
#pragma unroll
    for (uint size = 2; size <= CHUNK; size *= 2)
#pragma unroll
      for (uint step = size / 2; step; step /= 2) {
        uint y = sub_group_shuffle_xor(x, step);
        bool smaller = ((lane & step) == 0) == ((lane & size) == 0);
        x = smaller ? min(x, y) : max(x, y);
      }
    x = x * 1664525u + lane;
  }
  data[i] = x;
})",
     R"(
kernel void test(global uint *data) {
  local uint t[256];
  size_t i = get_global_id(0), l = get_local_id(0);
  uint lane = l % CHUNK, x = data[i];
  REPEAT {
    for (uint size = 2; size <= CHUNK; size *= 2)
      for (uint step = size / 2; step; step /= 2) {
        t[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint y = t[l ^ step];
        bool smaller = ((lane & step) == 0) == ((lane & size) == 0);
        x = smaller ? min(x, y) : max(x, y);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    x = x * 1664525u + lane;
  }
  data[i] = x;
})"},
    {"reduction of a work-group", largeGroupItems, R"(
kernel void test(global uint *data) {
  size_t i = get_global_id(0);
  uint x = data[i];
  REPEAT x = x * 3u + work_group_reduce_add(x);
  data[i] = x;
})",
     R"(
kernel void test(global uint *data) {
  local uint t[1024];
  size_t i = get_global_id(0), l = get_local_id(0);
  uint x = data[i];
  REPEAT {
    t[l] = x;
    for (uint s = get_local_size(0) / 2; s; s /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < s) t[l] += t[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    x = x * 3u + t[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[i] = x;
})"},
};

template <class Result> Result checked(cl_int status, Result result, const char *what) {
  if (status != CL_SUCCESS) {
    std::fprintf(stderr, "%s: error %d\n", what, status);
    std::exit(1);
  }
  return result;
}
void check(cl_int status, const char *what) { checked(status, 0, what); }

class Device {
public:
  Device() {
    cl_platform_id platform{};
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int status = 0;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &status);
    check(status, "clCreateBuffer");
  }

  /// `width` is the argument of kernels that take a second one.
  cl_kernel build(const char *source, cl_uint width = 0) const {
    const char *sources[] = {prologue, source};
    cl_int status = 0;
    cl_program program = clCreateProgramWithSource(context, 2, sources, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    const std::string options = "-cl-std=CL3.0 -DREPETITIONS=" + std::to_string(repetitions);
    status = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    if (status != CL_SUCCESS) {
      std::vector<char> log(16384);
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      std::fprintf(stderr, "%s\n", log.data());
    }
    check(status, "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "test", &status);
    check(status, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    cl_uint arguments = 0;
    check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(arguments), &arguments, nullptr),
          "clGetKernelInfo");
    if (arguments > 1)
      check(clSetKernelArg(kernel, 1, sizeof(width), &width), "clSetKernelArg");
    return kernel;
  }

  size_t subGroupSize(cl_kernel kernel, size_t localSize) const {
    size_t size = 0;
    check(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                  sizeof(localSize), &localSize, sizeof(size), &size, nullptr),
          "clGetKernelSubGroupInfo");
    return size;
  }

  std::vector<cl_uint> resultOf(cl_kernel kernel, size_t localSize) const {
    std::vector<cl_uint> data(items);
    for (size_t i = 0; i < items; ++i)
      data[i] = static_cast<cl_uint>(i * 2654435761u);
    check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_uint), data.data(), 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
    run(kernel, localSize);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_uint), data.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    return data;
  }

  /// Nanoseconds for one operation of one work-item.
  double run(cl_kernel kernel, size_t localSize) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    check(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &localSize, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() /
           (static_cast<double>(items) * repetitions);
  }

private:
  cl_device_id device{};
  cl_context context{};
  cl_command_queue queue{};
  cl_mem buffer{};
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv) {
  weft::bench::weftVendors();
  const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 15;
  const Device device;
  bool agree = true;
  std::printf("%-28s %12s %12s %8s\n", "ns for an operation", "operation", "local memory", "times");
  weft::test::Progress progress(std::size(rows));
  double logarithms = 0;
  for (const Row &row : rows) {
    progress.step(row.name);
    cl_kernel operation = device.build(row.operation);
    const auto width = static_cast<cl_uint>(device.subGroupSize(operation, row.localSize));
    cl_kernel plain = device.build(row.plain, width);
    if (device.resultOf(operation, row.localSize) != device.resultOf(plain, row.localSize)) {
      progress.clear();
      std::printf("%-28s the results differ\n", row.name);
      agree = false;
      continue;
    }
    std::vector<double> ofOperation, ofPlain;
    for (int round = 0; round < rounds; ++round) {
      ofOperation.push_back(device.run(operation, row.localSize));
      ofPlain.push_back(device.run(plain, row.localSize));
    }
    const double times = median(ofPlain) / median(ofOperation);
    progress.clear();
    std::printf("%-28s %12.4f %12.4f %8.2f\n", row.name, median(ofOperation), median(ofPlain),
                times);
    std::fflush(stdout);
    logarithms += std::log(times);
  }
  if (agree)
    std::printf("%zu rows in %s, %.2f times as fast in the geometric mean\n", std::size(rows),
                weft::test::clockText(progress.seconds()).c_str(),
                std::exp(logarithms / std::size(rows)));
  return agree ? 0 : 1;
}
