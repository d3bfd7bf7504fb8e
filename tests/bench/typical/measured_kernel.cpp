// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/measured_kernel.h"

#include "tests/bench/statistics.h"
#include "tests/bench/typical/contents.h"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace weft::bench {
namespace {

/// Launches for so long come before the first sample: until trials of versions have a verdict.
constexpr double warmUpSeconds = 300e-3;
/// A sample is the median of so many parts, each with as many launches as take so long.
constexpr int parts = 3;
constexpr double partSeconds = 3e-3;
constexpr unsigned maxLaunches = 100;

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class MeasuredKernel {
public:
  MeasuredKernel(const KernelFile &file, const std::string &options) : file(file) {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    build(options);
    for (std::size_t i = 0; i < file.arguments.size(); ++i)
      setArgument(static_cast<cl_uint>(i));
  }

  /// The time of the launch itself if arrays need their first contents before it.
  double launch(unsigned count) const {
    double seconds = 0;
    for (unsigned done = 0; done < count;) {
      refresh();
      const unsigned together = freshArrays.empty() ? count : 1;
      const double begin = now();
      for (unsigned i = 0; i < together; ++i)
        check(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(file.global.size()),
                                     nullptr, file.global.data(),
                                     file.local.empty() ? nullptr : file.local.data(), 0, nullptr,
                                     nullptr),
              "clEnqueueNDRangeKernel");
      check(clFinish(queue), "clFinish");
      seconds += now() - begin;
      done += together;
    }
    return seconds / count;
  }

  void writeArrays(const std::filesystem::path &path) const {
    std::ofstream stream(path, std::ios::binary);
    for (const Array &array : arrays) {
      std::vector<char> bytes(array.bytes);
      check(clEnqueueReadBuffer(queue, array.buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                nullptr, nullptr),
            "clEnqueueReadBuffer");
      stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    if (!stream.flush()) {
      std::perror(path.c_str());
      std::exit(1);
    }
  }

private:
  struct Array {
    cl_mem buffer;
    std::size_t bytes;
  };
  struct FreshArray {
    cl_mem buffer;
    std::vector<std::byte> bytes;
  };

  void build(const std::string &options) {
    const char *text = file.source.c_str();
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    if (error != CL_SUCCESS) {
      std::string log(1 << 16, '\0');
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      std::fprintf(stderr, "%s\n", log.c_str());
      check(error, "clBuildProgram");
    }
    kernel = clCreateKernel(program, file.kernel.c_str(), &error);
    check(error, "clCreateKernel");
  }

  void setArgument(cl_uint index) {
    const Argument &argument = file.arguments[index];
    if (argument.kind == Argument::Kind::Local) {
      check(clSetKernelArg(kernel, index, argument.bytes(), nullptr), "clSetKernelArg");
      return;
    }
    std::vector<std::byte> bytes = contents(argument, index);
    if (argument.kind == Argument::Kind::Value) {
      check(clSetKernelArg(kernel, index, bytes.size(), bytes.data()), "clSetKernelArg");
      return;
    }
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                   bytes.data(), &error);
    check(error, "clCreateBuffer");
    check(clSetKernelArg(kernel, index, sizeof buffer, &buffer), "clSetKernelArg");
    arrays.push_back({buffer, bytes.size()});
    if (argument.kind == Argument::Kind::FreshArray)
      freshArrays.push_back({buffer, std::move(bytes)});
  }

  void refresh() const {
    for (const FreshArray &array : freshArrays)
      check(clEnqueueWriteBuffer(queue, array.buffer, CL_TRUE, 0, array.bytes.size(),
                                 array.bytes.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
  }

  const KernelFile &file;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_kernel kernel;
  std::vector<Array> arrays;
  std::vector<FreshArray> freshArrays;
};

unsigned warmUp(const MeasuredKernel &kernel) {
  const double begin = now();
  double seconds;
  do
    seconds = kernel.launch(1);
  while (now() - begin < warmUpSeconds);
  return static_cast<unsigned>(std::clamp(partSeconds / seconds, 1.0, double{maxLaunches}));
}

} // namespace

void serveSamples(const KernelFile &file, const std::string &options,
                  const std::filesystem::path &results) {
  const MeasuredKernel kernel(file, file.options + " " + options);
  kernel.launch(1);
  kernel.writeArrays(results);
  const unsigned launches = warmUp(kernel);
  std::printf("ready\n");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<double> seconds(parts);
    for (double &part : seconds)
      part = kernel.launch(launches);
    std::printf("seconds %.9f\n", median(seconds));
    std::fflush(stdout);
  }
}

} // namespace weft::bench
