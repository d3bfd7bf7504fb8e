// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/launch_range.h"

#include "icd/core/platform/device.h"
#include "icd/core/platform/limits.h"
#include "icd/core/program/kernel.h"

#include <algorithm>

namespace weft::icd {
namespace {

bool requiresLocalSize(const weft_kernel_description &kernel) {
  return kernel.required_work_group_size[0] != 0;
}

/// Checks the host's local size.
cl_int readLocalSize(const RangeArguments &arguments, const weft_kernel_description &kernel,
                     device::NdRange &range) {
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

/// Whether the work-groups have as many sub-groups as the kernel requires.
bool hasRequiredSubGroups(const weft_kernel_description &kernel, const device::NdRange &range) {
  const std::uint64_t items = range.localSize[0] * range.localSize[1] * range.localSize[2];
  const std::uint64_t size = kernel.sub_group_size, required = kernel.required_sub_groups;
  return required == 0 || items / size + (items % size != 0) == required;
}

/// Whether all work-groups have the same size if the kernel requires that, and their number is
/// representable.
cl_int checkGroups(const weft_kernel_description &kernel, const device::NdRange &range) {
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

} // namespace

cl_int readGlobalSizes(const RangeArguments &arguments, CheckedRange &checked) {
  if (arguments.dimensions == 0 || arguments.dimensions > maxWorkItemDimensions)
    return CL_INVALID_WORK_DIMENSION;
  device::NdRange &range = checked.range;
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

void chooseLocalSize(const weft_kernel_description &kernel, const Device &device, bool isEmpty,
                     device::NdRange &range) {
  if (requiresLocalSize(kernel))
    std::ranges::copy(kernel.required_work_group_size, range.localSize.begin());
  else if (!isEmpty)
    range.localSize =
        device::chooseLocalSize(kernel, range, largestWorkGroup(kernel), device.computeUnits());
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
  if (!hasRequiredSubGroups(kernel, checked.range))
    return CL_INVALID_WORK_GROUP_SIZE;
  return checkGroups(kernel, checked.range);
}

} // namespace weft::icd
