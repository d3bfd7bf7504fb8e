// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8: what programs need intermediate languages, specialisation constants or program-scope
// destructors for. No device supports them.
#include "icd/api/api.h"
#include "icd/core/platform/context.h"

#include <CL/cl_ext.h>

using namespace weft::icd;

namespace {

cl_int refuseProgram(cl_program program) noexcept {
  return isHandle(program, ObjectType::Program) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

} // namespace

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *, size_t,
                                                          cl_int *errorReturn) {
  return creating(errorReturn, [&](cl_int &error) -> cl_program {
    return fail(error, Context::fromHandle(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint,
                                                                   size_t, const void *) {
  return refuseProgram(program);
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program,
                                                            void(CL_CALLBACK *)(cl_program, void *),
                                                            void *) {
  return refuseProgram(program);
}
