// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the calls check alike that take a kernel and the sizes of its range (section 5.10).
#pragma once

#include "icd/core/program/kernel_launch.h"
#include "icd/core/queue/queue.h"

namespace weft::icd {

/// The sizes as the host passes them.
struct RangeArguments {
  cl_uint dimensions;
  const size_t *offset, *globalSize, *localSize;
};

/// A launch whose arguments have been checked.
struct CheckedRange {
  device::NdRange range;
  bool isEmpty = false;
};

/// The kernel behind a handle for a device: CL_SUCCESS, CL_INVALID_KERNEL, CL_INVALID_CONTEXT, or
/// as KernelOnDevice::find says.
cl_int findKernel(const Context &context, const Device &device, cl_kernel handle,
                  KernelOnDevice &found);

/// Fills in offsets and global sizes. A NULL global size, or one of 0, is an empty range.
cl_int readGlobalSizes(const RangeArguments &arguments, CheckedRange &checked);

/// Where the host gives no local size, the kernel's own or a good one.
void chooseLocalSize(const weft_kernel_description &kernel, const Device &device, bool isEmpty,
                     device::NdRange &range);

/// Checks all sizes, with every error of clEnqueueNDRangeKernel that they can have, and chooses
/// those that the host leaves open.
cl_int checkRange(const RangeArguments &arguments, const weft_kernel_description &kernel,
                  const Device &device, CheckedRange &checked);

} // namespace weft::icd
