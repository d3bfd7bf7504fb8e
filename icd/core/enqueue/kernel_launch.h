// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of kernels, as operations for queues and command buffers.
#pragma once

#include "device/launch/launch.h"
#include "icd/core/context/operation.h"
#include "icd/core/program/kernel.h"

#include <memory>

namespace weft::icd {

/// A kernel for one device, with its code's description.
struct KernelOnDevice {
  const Kernel *kernel = nullptr;
  const Kernel::Code *code = nullptr;
  const weft_kernel_description *description = nullptr;

  /// CL_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE if there is no code for the device, or
  /// CL_OUT_OF_RESOURCES. May wait for the compiler.
  static cl_int find(const Kernel &kernel, const Device &device, KernelOnDevice &found);
};

/// Whether a launch runs once, or repeatedly on one device.
enum class LaunchUse { Once, Repeated };

/// Creates the operation of a launch with validated sizes; `isEmpty` if a global size is 0 and
/// nothing runs. CL_OUT_OF_RESOURCES if its groups need too much memory; CL_INVALID_KERNEL_ARGS as
/// for Kernel::capture. Throws bad_alloc.
cl_int makeLaunch(const KernelOnDevice &kernel, const device::NdRange &range, bool isEmpty,
                  LaunchUse use, std::unique_ptr<Operation> &operation);

} // namespace weft::icd
