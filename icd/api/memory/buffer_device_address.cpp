// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_ext_buffer_device_address: a buffer's storage has the same address on every device.
#include "icd/api/newer_names.h"
#include "icd/core/program/kernel.h"

using namespace weft::icd;

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(
    cl_kernel handle, cl_uint arg_index, cl_mem_device_address_ext arg_value) {
  Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  const cl_int status =
      kernel->setPointer(arg_index, reinterpret_cast<const void *>(arg_value)); // NOLINT
  // The extension has one error for everything that is not a pointer to global memory.
  return status == CL_INVALID_ARG_VALUE ? CL_INVALID_ARG_INDEX : status;
}
