// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating kernels and setting their arguments (sections 5.9.1 to 5.9.3).
#include "icd/core/program/kernel.h"
#include "icd/api/api.h"
#include "icd/core/context/context.h"

#include <vector>

using namespace weft::icd;

namespace {

/// clCreateKernelsInProgram: creates all kernels or, on an error, none.
cl_int createAll(Program &program, cl_uint capacity, cl_kernel *kernels, cl_uint *countReturn) {
  const std::vector<Program::DeviceExecutable> executables = program.executables();
  if (executables.empty())
    return CL_INVALID_PROGRAM_EXECUTABLE;
  Executable &executable = *executables.front().executable;
  const std::size_t count = executable.kernelCount();
  if (kernels && capacity < count)
    return CL_INVALID_VALUE;
  if (kernels) {
    std::vector<Kernel *> made;
    made.reserve(count);
    cl_int error = CL_SUCCESS;
    try {
      for (std::size_t position = 0; position < count; ++position)
        if (Kernel *kernel =
                Kernel::create(program, executable.kernel(position).interface().name, error))
          made.push_back(kernel);
    } catch (const std::bad_alloc &) {
      error = CL_OUT_OF_HOST_MEMORY;
    }
    if (error != CL_SUCCESS) {
      for (Kernel *kernel : made)
        kernel->releaseApi();
      return error;
    }
    for (std::size_t index = 0; index < made.size(); ++index)
      kernels[index] = made[index]->handle();
  }
  if (countReturn)
    *countReturn = static_cast<cl_uint>(count);
  return CL_SUCCESS;
}

} // namespace

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name,
                                                  cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_kernel {
    Program *owner = live(Program::fromHandle(program));
    if (!owner)
      return fail(error, CL_INVALID_PROGRAM);
    if (!kernel_name)
      return fail(error, CL_INVALID_VALUE);
    Kernel *kernel = Kernel::create(*owner, kernel_name, error);
    return kernel ? kernel->handle() : nullptr;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                                         cl_kernel *kernels,
                                                         cl_uint *num_kernels_ret) {
  return guarded([&]() -> cl_int {
    Program *owner = live(Program::fromHandle(program));
    return owner ? createAll(*owner, num_kernels, kernels, num_kernels_ret) : CL_INVALID_PROGRAM;
  });
}

CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_kernel {
    Kernel *kernel = live(Kernel::fromHandle(source_kernel));
    return kernel ? kernel->clone()->handle() : fail(error, CL_INVALID_KERNEL);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel handle) {
  Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  kernel->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel handle) {
  Kernel *kernel = Kernel::fromHandle(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  kernel->releaseApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel handle, cl_uint arg_index, size_t arg_size,
                                               const void *arg_value) {
  Kernel *kernel = Kernel::fromHandle(handle);
  return kernel ? kernel->setArgument(arg_index, arg_size, arg_value) : CL_INVALID_KERNEL;
}
