// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for `weft top`: builds, launches so many times, and ends with the code 7. With `wait`
// it runs a native kernel instead, until there is a file `go`. With `binary` it only asks for the
// program's binary. With the name of a kernel its groups have one work-item.
//
//   weft_traced_program [launches|wait|binary] [twice|tried]
#include "tests/command/traced_source.h"

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

static void CL_CALLBACK waitForFile(void *) {
  while (::access("go", F_OK) != 0)
    ::usleep(10000);
}

int main(int count, char **words) {
  const bool waits = count > 1 && !std::strcmp(words[1], "wait");
  const int launches = count > 1 ? std::atoi(words[1]) : 5;
  const bool isNarrow = count > 2;
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
    return 1;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  constexpr size_t items = 1 << 16, one = 1;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * 4, nullptr, nullptr);
  const char *source = weft::test::tracedSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS)
    return 2;
  if (count > 1 && !std::strcmp(words[1], "binary")) {
    size_t bytes = 0;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr);
    return bytes ? 7 : 6;
  }
  cl_kernel kernel = clCreateKernel(program, isNarrow ? words[2] : "twice", nullptr);
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  if (waits && clEnqueueNativeKernel(queue, waitForFile, nullptr, 0, 0, nullptr, nullptr, 0,
                                     nullptr, nullptr) != CL_SUCCESS)
    return 5;
  for (int launch = 0; launch < launches; ++launch)
    if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, isNarrow ? &one : nullptr, 0,
                               nullptr, nullptr) != CL_SUCCESS)
      return 3;
  if (clFinish(queue) != CL_SUCCESS)
    return 4;
  std::puts("all is done");
  return 7;
}
