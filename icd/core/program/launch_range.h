// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a launch (section 5.10), checked for calls of hosts and for kernels that enqueue.
#pragma once

#include "device/launch/launch.h"

#include <CL/cl.h>

#include <cstddef>

namespace weft::icd {

class Device;

/// The sizes as passed.
struct RangeArguments {
  cl_uint dimensions;
  const size_t *offset, *globalSize, *localSize;
};

/// A launch whose arguments have been checked.
struct CheckedRange {
  device::NdRange range;
  bool isEmpty = false;
};

/// Fills in offsets and global sizes. A NULL global size, or one of 0, is an empty range.
cl_int readGlobalSizes(const RangeArguments &arguments, CheckedRange &checked);

/// If the host gives no local size: the kernel's own or a good one.
void chooseLocalSize(const weft_kernel_description &kernel, const Device &device, bool isEmpty,
                     device::NdRange &range);

/// Checks all sizes, with all errors of clEnqueueNDRangeKernel that they can have, and chooses
/// those that the host leaves unspecified.
cl_int checkRange(const RangeArguments &arguments, const weft_kernel_description &kernel,
                  const Device &device, CheckedRange &checked);

} // namespace weft::icd
