// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host that other tests run: it builds and runs a program. Its exit code is 0 when all is well,
// and tells the step that failed otherwise; 77 when the argument `raised` asks for more privileges
// than the caller has, and there are none.
#include <CL/cl.h>

#include <cstdio>
#include <cstring>
#include <sys/auxv.h>

int main(int argumentCount, char **arguments) {
  const bool isRaised = argumentCount > 1 && std::strcmp(arguments[1], "raised") == 0;
  if (isRaised && getauxval(AT_SECURE) == 0)
    return 77;
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
    return 1;
  cl_uint units = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  if (units == 0 || units == 77)
    return 2;
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *source = "#ifdef BROKEN\n#error\n#endif\n"
                       "global int one = 1;\nkernel void test(global int *x) { *x += one; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  if (clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) != CL_SUCCESS) {
    char log[4096] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    std::fprintf(stderr, "%s\n", log);
    return 3;
  }
  cl_kernel kernel = clCreateKernel(program, "test", &error);
  cl_int value = 41;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
  const size_t one = 1;
  if (clSetKernelArg(kernel, 0, sizeof buffer, &buffer) != CL_SUCCESS ||
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) !=
          CL_SUCCESS ||
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr) !=
          CL_SUCCESS)
    return 4;
  return value == 42 ? 0 : 5;
}
