// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/program/launch_arguments.h"

namespace weft::icd {

cl_int findKernel(const Context &context, const Device &device, cl_kernel handle,
                  KernelOnDevice &found) {
  const Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  if (&kernel->context() != &context)
    return CL_INVALID_CONTEXT;
  return KernelOnDevice::find(*kernel, device, found);
}

} // namespace weft::icd
