// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared checks of the calls that take a kernel (section 5.10).
#pragma once

#include "icd/core/context/queue.h"
#include "icd/core/enqueue/kernel_launch.h"
#include "icd/core/program/launch_range.h"

namespace weft::icd {

/// The kernel of a handle for a device: CL_SUCCESS, CL_INVALID_KERNEL, CL_INVALID_CONTEXT, or as
/// specified for KernelOnDevice::find.
cl_int findKernel(const Context &context, const Device &device, cl_kernel handle,
                  KernelOnDevice &found);

} // namespace weft::icd
