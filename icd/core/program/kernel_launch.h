// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enqueuing kernels.
#pragma once

#include "device/launch/launch.h"
#include "icd/core/memory/memory_commands.h"
#include "icd/core/program/kernel.h"

namespace weft::icd {

/// Enqueues a launch with validated sizes; `isEmpty` when a global size is 0 and nothing runs.
/// CL_INVALID_KERNEL_ARGS as Kernel::capture says. Throws bad_alloc.
cl_int enqueueLaunch(const CommandSlot &slot, cl_command_type type, const Kernel &kernel,
                     const Kernel::Code &code, const device::NdRange &range, bool isEmpty);

} // namespace weft::icd
