// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing kernels (section 5.10).
#include "icd/api/queue/command.h"
#include "icd/core/platform/device.h"
#include "icd/core/platform/limits.h"
#include "icd/core/program/kernel_launch.h"

#include <CL/cl_ext.h>

#include <algorithm>

using namespace weft::icd;
using weft::device::NdRange;

namespace {

/// The sizes as the host passes them.
struct RangeArguments {
  cl_uint dimensions;
  const size_t *offset, *globalSize, *localSize;
};

/// A launch whose arguments have been checked.
struct CheckedRange {
  NdRange range;
  bool isEmpty = false;
};

/// Fills in offsets and global sizes. A NULL global size, or one of 0, is an empty range.
cl_int readGlobalSizes(const RangeArguments &arguments, CheckedRange &checked) {
  if (arguments.dimensions == 0 || arguments.dimensions > maxWorkItemDimensions)
    return CL_INVALID_WORK_DIMENSION;
  NdRange &range = checked.range;
  range.dimensions = arguments.dimensions;
  for (cl_uint dimension = 0; dimension < arguments.dimensions; ++dimension) {
    const size_t size = arguments.globalSize ? arguments.globalSize[dimension] : 0;
    const size_t offset = arguments.offset ? arguments.offset[dimension] : 0;
    size_t end = 0;
    if (__builtin_add_overflow(size, offset, &end))
      return CL_INVALID_GLOBAL_OFFSET;
    checked.isEmpty |= size == 0;
    range.globalSize[dimension] = size;
    range.offset[dimension] = offset;
  }
  return CL_SUCCESS;
}

bool requiresLocalSize(const weft_kernel_description &kernel) {
  return kernel.required_work_group_size[0] != 0;
}

/// Checks the local size that the host gives.
cl_int readLocalSize(const RangeArguments &arguments, const weft_kernel_description &kernel,
                     NdRange &range) {
  std::uint64_t items = 1;
  for (cl_uint dimension = 0; dimension < arguments.dimensions; ++dimension) {
    const size_t size = arguments.localSize[dimension];
    if (size == 0)
      return CL_INVALID_WORK_GROUP_SIZE;
    if (size > maxWorkGroupSize)
      return CL_INVALID_WORK_ITEM_SIZE;
    range.localSize[dimension] = size;
    items *= size;
  }
  if (items > largestWorkGroup(kernel))
    return CL_INVALID_WORK_GROUP_SIZE;
  if (requiresLocalSize(kernel) &&
      !std::ranges::equal(range.localSize, kernel.required_work_group_size))
    return CL_INVALID_WORK_GROUP_SIZE;
  return CL_SUCCESS;
}

/// Where the host gives no local size, the kernel's own or a good one.
void chooseLocalSize(const weft_kernel_description &kernel, const Device &device, bool isEmpty,
                     NdRange &range) {
  if (requiresLocalSize(kernel))
    std::ranges::copy(kernel.required_work_group_size, range.localSize.begin());
  else if (!isEmpty)
    range.localSize = weft::device::chooseLocalSize(kernel, range, largestWorkGroup(kernel),
                                                    device.computeUnits());
}

/// Whether the work-groups are all of one size where the kernel asks for that, and their number is
/// one that can be counted.
cl_int checkGroups(const weft_kernel_description &kernel, const NdRange &range) {
  const bool mustBeUniform = kernel.flags & WEFT_KERNEL_UNIFORM_GROUPS;
  std::uint64_t items = 1;
  for (std::size_t dimension = 0; dimension < range.globalSize.size(); ++dimension) {
    if (mustBeUniform && range.globalSize[dimension] % range.localSize[dimension] != 0)
      return CL_INVALID_WORK_GROUP_SIZE;
    if (__builtin_mul_overflow(items, range.globalSize[dimension], &items))
      return CL_INVALID_GLOBAL_WORK_SIZE;
  }
  return CL_SUCCESS;
}

cl_int checkRange(const RangeArguments &arguments, const weft_kernel_description &kernel,
                  const Device &device, CheckedRange &checked) {
  if (cl_int status = readGlobalSizes(arguments, checked))
    return status;
  if (arguments.localSize) {
    if (cl_int status = readLocalSize(arguments, kernel, checked.range))
      return status;
  } else {
    chooseLocalSize(kernel, device, checked.isEmpty, checked.range);
  }
  if (checked.isEmpty)
    return CL_SUCCESS;
  return checkGroups(kernel, checked.range);
}

/// A kernel for a queue's device, with what its code says.
struct KernelOnDevice {
  const Kernel *kernel = nullptr;
  const Kernel::Code *code = nullptr;
  const weft_kernel_description *description = nullptr;
};

cl_int findKernel(const Queue &queue, cl_kernel handle, KernelOnDevice &found) {
  found.kernel = Kernel::fromHandle(handle);
  if (!found.kernel)
    return CL_INVALID_KERNEL;
  if (&found.kernel->context() != &queue.context())
    return CL_INVALID_CONTEXT;
  found.code = found.kernel->codeFor(queue.device());
  if (!found.code)
    return CL_INVALID_PROGRAM_EXECUTABLE;
  found.description = found.code->code->description();
  return found.description ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int launch(const CommandSlot &slot, cl_command_type type, cl_kernel handle,
              const RangeArguments &arguments) {
  KernelOnDevice found;
  if (cl_int status = findKernel(slot.queue, handle, found))
    return status;
  CheckedRange checked;
  if (cl_int status = checkRange(arguments, *found.description, slot.queue.device(), checked))
    return status;
  if (found.kernel->localMemoryUse(*found.description) > localMemoryBytes ||
      !fitsPrivateMemory(*found.description, checked.range.localSize))
    return CL_OUT_OF_RESOURCES;
  return enqueueLaunch(slot, type, *found.kernel, *found.code, checked.range, checked.isEmpty);
}

cl_int suggestLocalSize(const Queue &queue, cl_kernel handle, const RangeArguments &arguments,
                        size_t *suggested) {
  KernelOnDevice found;
  if (cl_int status = findKernel(queue, handle, found))
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
    const Queue *queue = Queue::fromHandle(command_queue);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    return suggestLocalSize(*queue, kernel,
                            {work_dim, global_work_offset, global_work_size, nullptr},
                            suggested_local_work_size);
  });
}
