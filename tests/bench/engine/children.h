// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels cost that a kernel enqueues, beside those that the host enqueues.
#pragma once

#include <CL/cl.h>

namespace weft::bench {

/// A kernel that enqueues `count` children of 64 work-items each.
class Children {
public:
  static constexpr int count = 5000;

  Children(cl_context context, cl_device_id device);
  /// Whether the device has queues of its own, and all went well so far.
  explicit operator bool() const { return kernel; }
  /// Enqueues the kernel and waits for it and its children.
  void run(cl_command_queue queue) const;

private:
  cl_kernel kernel = nullptr; ///< left to the process's end, as is what it needs
};

} // namespace weft::bench
