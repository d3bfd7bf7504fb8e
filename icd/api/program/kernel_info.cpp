// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Querying kernels (section 5.9.4).
#include "icd/api/api.h"
#include "icd/api/program/queried_code.h"
#include "icd/core/context/context.h"

#include <CL/cl_ext.h>

#include <array>

using namespace weft::icd;

namespace {

cl_int answerSizes(const std::uint32_t (&sizes)[3], const InfoTarget &target) {
  const std::array<size_t, 3> answer{sizes[0], sizes[1], sizes[2]};
  return target.array(std::span<const size_t>(answer));
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel handle, cl_kernel_info param_name,
                                                size_t param_value_size, void *param_value,
                                                size_t *param_value_size_ret) {
  Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  const weft_kernel_description &description = kernel->interface();
  switch (param_name) {
  case CL_KERNEL_FUNCTION_NAME:
    return target.text(description.name);
  case CL_KERNEL_NUM_ARGS:
    return target.scalar<cl_uint>(description.argument_count);
  case CL_KERNEL_REFERENCE_COUNT:
    return target.scalar<cl_uint>(kernel->referenceCount());
  case CL_KERNEL_CONTEXT:
    return target.scalar<cl_context>(kernel->context().handle());
  case CL_KERNEL_PROGRAM:
    return target.scalar<cl_program>(kernel->program().handle());
  case CL_KERNEL_ATTRIBUTES: {
    // Only kernels from source have them.
    const bool isFromSource = kernel->program().origin() == Program::Origin::Source;
    return target.text(isFromSource && description.attributes ? description.attributes : "");
  }
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel handle, cl_uint arg_index,
                                                   cl_kernel_arg_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret) {
  Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  if (arg_index >= kernel->interface().argument_count)
    return CL_INVALID_ARG_INDEX;
  if (!kernel->codeByDevice().front().hasArgumentInfo())
    return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  const weft_argument_description &argument = kernel->interface().arguments[arg_index];
  switch (param_name) {
  case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
    return target.scalar<cl_kernel_arg_address_qualifier>(argument.address_qualifier);
  case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    return target.scalar<cl_kernel_arg_access_qualifier>(argument.access_qualifier);
  case CL_KERNEL_ARG_TYPE_NAME:
    return target.text(argument.type_name ? argument.type_name : "");
  case CL_KERNEL_ARG_TYPE_QUALIFIER:
    return target.scalar<cl_kernel_arg_type_qualifier>(argument.type_qualifiers);
  case CL_KERNEL_ARG_NAME:
    return target.text(argument.name ? argument.name : ""); // SPIR-V modules may omit it
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel handle, cl_device_id device,
                                                         cl_kernel_work_group_info param_name,
                                                         size_t param_value_size, void *param_value,
                                                         size_t *param_value_size_ret) {
  Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  const Kernel::Code *code = nullptr;
  if (cl_int status = findQueriedCode(*kernel, device, code))
    return status;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  if (param_name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
    return answerSizes(code->code->interface().required_work_group_size, target);
  // Lanes of a gang, whether the kernel uses sub-groups or not.
  if (param_name == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
    return target.scalar<size_t>(code->code->interface().sub_group_size);
  // The rest depends on the code.
  const weft_kernel_description *made = code->code->description();
  if (!made)
    return CL_OUT_OF_RESOURCES;
  const weft_kernel_description &description = *made;
  switch (param_name) {
  case CL_KERNEL_WORK_GROUP_SIZE:
    return target.scalar<size_t>(largestWorkGroup(description));
  case CL_KERNEL_LOCAL_MEM_SIZE:
    return target.scalar<cl_ulong>(kernel->localMemoryUse(description));
  case CL_KERNEL_PRIVATE_MEM_SIZE:
    return target.scalar<cl_ulong>(description.private_memory_bytes);
  case CL_KERNEL_SPILL_MEM_SIZE_INTEL: // everything that does not fit in registers
    return target.scalar<cl_ulong>(description.context_item_bytes + description.stack_bytes);
  default: // CL_KERNEL_GLOBAL_WORK_SIZE too: no kernel is built in.
    return CL_INVALID_VALUE;
  }
}
