// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL side of the kernel benchmark: the one device that this process sees, programs, and
// kernels bound to a workload's memory. Failures end the process with a message.
#pragma once

#include "tests/bench/kernels/kernel_case.h"

#include <CL/cl.h>

#include <string>

namespace weft::bench {

class Device {
public:
  /// The first device of the first platform.
  Device();

  cl_program build(const std::string &source, const std::string &options) const;
  /// The same of the SPIR-V module that Clang makes of the source for this version of OpenCL C.
  cl_program buildModule(const std::string &source, const std::string &standard,
                         const std::string &options) const;
  cl_uint threads() const;
  cl_context context() const { return owningContext; }
  cl_command_queue queue() const { return commands; }

private:
  cl_program finish(cl_program program, const std::string &options) const;

  cl_device_id id;
  cl_context owningContext;
  cl_command_queue commands;
};

/// A workload's buffers as OpenCL ones: the same bytes, without copies. The workload outlives it.
class DeviceBuffers {
public:
  DeviceBuffers(const Device &device, Workload &workload);
  ~DeviceBuffers();
  DeviceBuffers(const DeviceBuffers &) = delete;
  DeviceBuffers &operator=(const DeviceBuffers &) = delete;

  /// Gives the bytes to the host, and back to the device.
  void map();
  void unmap();
  /// Enqueues a fill with zeros.
  void clear(std::size_t index) const;
  const std::vector<cl_mem> &all() const { return memory; }

private:
  const Device &device;
  Workload &workload;
  std::vector<cl_mem> memory;
  std::vector<void *> mapped;
};

class BoundKernel {
public:
  BoundKernel(const Device &device, cl_program program, const char *name, const Workload &workload,
              const DeviceBuffers &buffers);
  ~BoundKernel() { clReleaseKernel(kernel); }
  BoundKernel(const BoundKernel &) = delete;
  BoundKernel &operator=(const BoundKernel &) = delete;

  /// Runs so many launches to their end.
  void run(unsigned launches) const;

private:
  const Device &device;
  const Workload &workload;
  const DeviceBuffers &buffers;
  cl_kernel kernel;
};

} // namespace weft::bench
