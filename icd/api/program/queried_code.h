// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device of a kernel query.
#pragma once

#include "icd/core/platform/device.h"
#include "icd/core/program/kernel.h"

namespace weft::icd {

/// The code that a query about one device refers to: CL_SUCCESS or CL_INVALID_DEVICE. Without a
/// device it is that of the only one.
inline cl_int findQueriedCode(const Kernel &kernel, cl_device_id handle,
                              const Kernel::Code *&code) {
  code = nullptr;
  if (handle) {
    if (const Device *device = Device::fromHandle(handle))
      code = kernel.codeFor(*device);
  } else if (kernel.program().devices().size() == 1) {
    code = &kernel.codeByDevice().front();
  }
  return code ? CL_SUCCESS : CL_INVALID_DEVICE;
}

} // namespace weft::icd
