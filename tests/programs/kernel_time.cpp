// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A layer of the ICD loader (OPENCL_LAYERS) that adds up how long a program's kernels run, on any
/// platform. Its queues take the times of their commands, and every launch has an event whose
/// completion adds its time. At the end of the process a line "<seconds> <launches>" goes to the
/// file that KERNEL_TIME_FILE names, after those of other processes.
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

const cl_icd_dispatch *target;
cl_icd_dispatch own;

std::atomic<cl_ulong> nanoseconds{0};
std::atomic<cl_ulong> launches{0};

/// Adds the time of a launch that has ended, and gives up the layer's reference to its event.
void CL_CALLBACK add(cl_event event, cl_int status, void *) {
  cl_ulong begin = 0;
  cl_ulong end = 0;
  const auto time = [event](cl_profiling_info which, cl_ulong &value) {
    return target->clGetEventProfilingInfo(event, which, sizeof value, &value, nullptr) ==
           CL_SUCCESS;
  };
  if (status == CL_COMPLETE && time(CL_PROFILING_COMMAND_START, begin) &&
      time(CL_PROFILING_COMMAND_END, end) && end > begin) {
    nanoseconds += end - begin;
    ++launches;
  }
  target->clReleaseEvent(event);
}

cl_command_queue CL_API_CALL createQueue(cl_context context, cl_device_id device,
                                         cl_command_queue_properties properties, cl_int *error) {
  return target->clCreateCommandQueue(context, device, properties | CL_QUEUE_PROFILING_ENABLE,
                                      error);
}

cl_command_queue CL_API_CALL createQueueWith(cl_context context, cl_device_id device,
                                             const cl_queue_properties *given, cl_int *error) {
  std::vector<cl_queue_properties> properties;
  cl_queue_properties flags = CL_QUEUE_PROFILING_ENABLE;
  for (; given && *given; given += 2) {
    if (given[0] == CL_QUEUE_PROPERTIES)
      flags |= given[1];
    else
      properties.insert(properties.end(), given, given + 2);
  }
  properties.insert(properties.end(), {CL_QUEUE_PROPERTIES, flags, 0});
  return target->clCreateCommandQueueWithProperties(context, device, properties.data(), error);
}

cl_int CL_API_CALL enqueueKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint waitCount, const cl_event *waits, cl_event *event) {
  cl_event launch = nullptr;
  const cl_int error = target->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
                                                      local, waitCount, waits, &launch);
  if (error != CL_SUCCESS)
    return error;
  if (event) {
    target->clRetainEvent(launch);
    *event = launch;
  }
  if (target->clSetEventCallback(launch, CL_COMPLETE, add, nullptr) != CL_SUCCESS)
    target->clReleaseEvent(launch);
  return CL_SUCCESS;
}

void write() {
  const char *name = std::getenv("KERNEL_TIME_FILE");
  std::FILE *file = name ? std::fopen(name, "a") : nullptr;
  if (!file)
    return;
  std::fprintf(file, "%.6f %llu\n", static_cast<double>(nanoseconds) * 1e-9,
               static_cast<unsigned long long>(launches));
  std::fclose(file);
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info parameter, size_t size, void *value, size_t *sizeReturned) {
  if (parameter != CL_LAYER_API_VERSION)
    return CL_INVALID_VALUE;
  if (value && size < sizeof(cl_layer_api_version))
    return CL_INVALID_VALUE;
  if (value)
    *static_cast<cl_layer_api_version *>(value) = CL_LAYER_API_VERSION_100;
  if (sizeReturned)
    *sizeReturned = sizeof(cl_layer_api_version);
  return CL_SUCCESS;
}

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint entries, const cl_icd_dispatch *next, cl_uint *ownEntries,
            const cl_icd_dispatch **layer) {
  if (!next || !layer || !ownEntries || entries < sizeof own / sizeof own.clGetPlatformIDs)
    return CL_INVALID_VALUE;
  target = next;
  own = *next;
  own.clCreateCommandQueue = createQueue;
  own.clCreateCommandQueueWithProperties = createQueueWith;
  own.clEnqueueNDRangeKernel = enqueueKernel;
  *layer = &own;
  *ownEntries = sizeof own / sizeof own.clGetPlatformIDs;
  std::atexit(write);
  return CL_SUCCESS;
}
}
