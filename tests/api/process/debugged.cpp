// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host program for debugger_check.sh: builds a kernel with debug information and runs it. Ends
// with 0 if the result is right.
#include <CL/cl.h>

#include <cstddef>

int main() {
  const char *source = "kernel void twice(global int *x) {\n"
                       "  size_t i = get_global_id(0);\n"
                       "  int before = x[i];\n"
                       "  x[i] = 2 * before;\n"
                       "  x[i + 4] = before;\n"
                       "}\n";
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr))
    return 1;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 0, nullptr, "-g -cl-opt-disable", nullptr, nullptr))
    return 1;
  cl_kernel kernel = clCreateKernel(program, "twice", nullptr);
  int data[8] = {1, 2, 3, 4};
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, nullptr);
  const size_t items = 4;
  return clSetKernelArg(kernel, 0, sizeof buffer, &buffer) ||
         clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr) ||
         clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, nullptr, nullptr) ||
         data[0] != 2 || data[3] != 8 || data[7] != 4;
}
