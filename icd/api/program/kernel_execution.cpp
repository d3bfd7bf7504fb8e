// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing kernels (section 5.10).
#include "icd/api/program/launch_arguments.h"
#include "icd/api/queue/command.h"
#include "icd/core/platform/device.h"

#include <CL/cl_ext.h>

#include <algorithm>

using namespace weft::icd;

namespace {

cl_int launch(const CommandSlot &slot, cl_command_type type, cl_kernel handle,
              const RangeArguments &arguments) {
  KernelOnDevice found;
  if (cl_int status = findKernel(slot.queue.context(), slot.queue.device(), handle, found))
    return status;
  CheckedRange checked;
  if (cl_int status = checkRange(arguments, *found.description, slot.queue.device(), checked))
    return status;
  std::unique_ptr<Operation> operation;
  if (cl_int status = makeLaunch(found, checked.range, checked.isEmpty, LaunchUse::Once, operation))
    return status;
  return slot.enqueue(type, std::move(operation));
}

cl_int suggestLocalSize(const Queue &queue, cl_kernel handle, const RangeArguments &arguments,
                        size_t *suggested) {
  KernelOnDevice found;
  if (cl_int status = findKernel(queue.context(), queue.device(), handle, found))
    return status;
  if (!found.kernel->areArgumentsSet())
    return CL_INVALID_KERNEL_ARGS;
  CheckedRange checked;
  if (cl_int status = readGlobalSizes(arguments, checked))
    return status;
  if (checked.isEmpty)
    return CL_INVALID_GLOBAL_WORK_SIZE;
  if (!suggested)
    return CL_INVALID_VALUE;
  chooseLocalSize(*found.description, queue.device(), false, checked.range);
  std::copy_n(checked.range.localSize.begin(), arguments.dimensions, suggested);
  return CL_SUCCESS;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(
      command_queue, num_events_in_wait_list, event_wait_list, event, [&](const CommandSlot &slot) {
        return launch(slot, CL_COMMAND_NDRANGE_KERNEL, kernel,
                      {work_dim, global_work_offset, global_work_size, local_work_size});
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  const size_t one = 1;
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return launch(slot, CL_COMMAND_TASK, kernel, {1, nullptr, &one, &one});
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(
    cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size,
    size_t *suggested_local_work_size) {
  return guarded([&]() -> cl_int {
    const Queue *queue = Queue::fromHostHandle(command_queue);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    return suggestLocalSize(*queue, kernel,
                            {work_dim, global_work_offset, global_work_size, nullptr},
                            suggested_local_work_size);
  });
}
