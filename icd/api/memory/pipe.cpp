// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.4: pipes, which no device supports.
#include "icd/api/api.h"
#include "icd/core/platform/context.h"

using namespace weft::icd;

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint,
                                             const cl_pipe_properties *, cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_mem {
    return fail(error, Context::fromHandle(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) {
  return CL_INVALID_MEM_OBJECT;
}
