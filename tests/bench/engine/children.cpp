// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/engine/children.h"

#include <cstdio>
#include <cstdlib>

namespace weft::bench {
namespace {

const char *source = R"(
kernel void parent(queue_t queue, global float *x, int count) {
  for (int i = 0; i < count; ++i)
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 64),
                   ^{ x[get_global_id(0)] += 1; });
})";

} // namespace

Children::Children(cl_context context, cl_device_id device) {
  cl_uint queues = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_ON_DEVICE_QUEUES, sizeof queues, &queues, nullptr);
  if (queues == 0)
    return;
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_command_queue onDevice = clCreateCommandQueueWithProperties(context, device, list, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  const cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 64 * sizeof(float), nullptr, nullptr);
  if (!onDevice || clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr))
    return;
  cl_kernel made = clCreateKernel(program, "parent", nullptr);
  if (clSetKernelArg(made, 0, sizeof onDevice, &onDevice) == CL_SUCCESS &&
      clSetKernelArg(made, 1, sizeof x, &x) == CL_SUCCESS &&
      clSetKernelArg(made, 2, sizeof count, &count) == CL_SUCCESS)
    kernel = made;
}

void Children::run(cl_command_queue queue) const {
  const size_t one = 1;
  if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ||
      clFinish(queue)) {
    std::fprintf(stderr, "a kernel that enqueues kernels failed\n");
    std::exit(1);
  }
}

} // namespace weft::bench
