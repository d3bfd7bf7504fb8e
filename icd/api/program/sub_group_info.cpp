// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Querying the sub-groups of kernels (section 5.9.4, clGetKernelSubGroupInfo). Their size is known
// when the program is built; queries of their maximum number wait for the first code.
#include "icd/api/api.h"
#include "icd/api/program/queried_code.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <optional>

using namespace weft::icd;

namespace {

/// The host's arguments besides the parameter's name.
struct InputValue {
  size_t size;
  const void *value;

  /// An array of one to three sizes: a work-group size.
  std::optional<std::uint64_t> workGroupItems() const {
    const size_t dimensions = size / sizeof(size_t);
    if (!value || size % sizeof(size_t) != 0 || dimensions < 1 ||
        dimensions > maxWorkItemDimensions)
      return std::nullopt;
    std::uint64_t items = 1;
    for (const size_t length : std::span(static_cast<const size_t *>(value), dimensions))
      if (__builtin_mul_overflow(items, length, &items))
        return std::nullopt;
    return items;
  }
  std::optional<size_t> count() const {
    if (!value || size != sizeof(size_t))
      return std::nullopt;
    return *static_cast<const size_t *>(value);
  }
};

/// CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: the result has as many dimensions as fit.
cl_int answerLocalSize(std::uint64_t items, size_t size, void *value, size_t *sizeReturn) {
  std::array<size_t, maxWorkItemDimensions> answer;
  answer.fill(items ? 1 : 0);
  answer[0] = items;
  const size_t room = value || size ? size / sizeof(size_t) : answer.size();
  if (room == 0)
    return CL_INVALID_VALUE;
  return InfoTarget(size, value, sizeReturn)
      .array(std::span<const size_t>(answer).first(std::min(room, answer.size())));
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel handle, cl_device_id device,
                                                        cl_kernel_sub_group_info param_name,
                                                        size_t input_value_size,
                                                        const void *input_value,
                                                        size_t param_value_size, void *param_value,
                                                        size_t *param_value_size_ret) {
  const Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  const Kernel::Code *code = nullptr;
  if (cl_int status = findQueriedCode(*kernel, device, code))
    return status;
  const weft_kernel_description &declared = code->code->interface();
  const InputValue input{input_value_size, input_value};
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  const std::uint64_t size = declared.sub_group_size;
  switch (param_name) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    return input.workGroupItems() ? target.scalar<size_t>(size) : CL_INVALID_VALUE;
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
    const auto items = input.workGroupItems();
    return items ? target.scalar<size_t>(*items / size + (*items % size != 0)) : CL_INVALID_VALUE;
  }
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: // Only SPIR-V can specify it.
    return target.scalar<size_t>(declared.required_sub_groups);
  case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
    return target.scalar<size_t>(declared.required_sub_group_size);
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    break;
  default:
    return CL_INVALID_VALUE;
  }
  const bool isCount = param_name == CL_KERNEL_MAX_NUM_SUB_GROUPS;
  const auto subGroups = input.count();
  if (!isCount && !subGroups)
    return CL_INVALID_VALUE;
  const weft_kernel_description *made = code->code->description();
  if (!made)
    return CL_OUT_OF_RESOURCES;
  if (isCount)
    return target.scalar<size_t>(maxSubGroups(*made));
  return answerLocalSize(workItemsIn(*subGroups, *made), param_value_size, param_value,
                         param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(
    cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
    size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value,
    size_t *param_value_size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value,
                                 param_value_size, param_value, param_value_size_ret);
}
