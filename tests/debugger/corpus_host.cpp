// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one work-group of a kernel of the vectoriser's corpus for a debugger, as Weft's code or as
// host code (tests/oracle). corpus.py compares what the debugger shows of both.
//
//   corpus_host weft NAME                 through OpenCL, built with -g -cl-opt-disable -s NAME.cl
//   corpus_host host NAME [OPTION…]       as host code with -g and more options of the compiler,
//                                         whose file is called kernel.cl
//
// Both get the same arguments. Ends with 0 if the kernel has run.
#define CL_TARGET_OPENCL_VERSION 300
#include "tests/vectoriser/corpus.h"
#include "tests/vectoriser/launches.h"

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace weft::test {
namespace {

/// The size of a work-group with neither one work-item nor very many, if there is a choice.
Range oneGroup(const CorpusKernel &kernel) {
  const auto items = [](const Range &range) {
    return range.local[0] * range.local[1] * range.local[2];
  };
  Range chosen = kernel.oracleLaunches.front();
  for (const Range &range : kernel.oracleLaunches)
    if (items(range) >= 16 && (items(chosen) < 16 || items(range) < items(chosen)))
      chosen = range;
  chosen.global = chosen.local;
  return chosen;
}

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "corpus_host: %s: %d\n", what, error);
  std::exit(1);
}

void runOnWeft(const CorpusKernel &kernel, const Range &range) {
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "context");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  check(error, "queue");
  const char *source = kernel.source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check(error, "program");
  const std::string options = "-cl-std=CL3.0 -g -cl-opt-disable -s " + kernel.name + ".cl";
  check(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), "build");
  cl_kernel built = clCreateKernel(program, kernel.name.c_str(), &error);
  check(error, "kernel");
  Buffers buffers;
  cl_uint index = 0;
  const auto addBuffer = [&](auto &array) {
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, array.values().size_bytes(),
                                   array.begin(), &error);
    check(error, "buffer");
    check(clSetKernelArg(built, index++, sizeof buffer, &buffer), "argument");
  };
  addBuffer(buffers.out);
  addBuffer(buffers.in);
  addBuffer(buffers.reals);
  addBuffer(buffers.realsOut);
  check(clSetKernelArg(built, index, sizeof argumentN, &argumentN), "argument");
  check(clEnqueueNDRangeKernel(queue, built, range.dimensions, range.offset.data(),
                               range.global.data(), range.local.data(), 0, nullptr, nullptr),
        "launch");
  check(clFinish(queue), "finish");
}

void runAsHostCode(const CorpusKernel &kernel, const Range &range, const std::string &options) {
  const HostProgram program(kernel.source, {}, {}, "-g -fdebug-default-version=4" + options);
  if (!program.isLoaded()) {
    std::fputs(program.log().c_str(), stderr);
    std::exit(1);
  }
  MeasuredFunctions functions;
  runAll(program, kernel.name, range, functions);
}

} // namespace
} // namespace weft::test

int main(int count, char **words) {
  using namespace weft::test;
  if (count < 3)
    return 2;
  const CorpusKernel kernel = readCorpusKernel(words[2]);
  std::string options;
  for (int index = 3; index < count; ++index)
    options += std::string(" ") + words[index];
  if (words[1] == std::string("weft"))
    runOnWeft(kernel, oneGroup(kernel));
  else
    runAsHostCode(kernel, oneGroup(kernel), options);
}
