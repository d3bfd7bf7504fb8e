// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in SPIR-V and their specialisation constants (sections 5.8.1.2 and 5.8.3), and
// program-scope destructors, which no device supports.
#include "compiler/interface/program/spirv_module.h"
#include "icd/api/api.h"
#include "icd/core/context/context.h"
#include "icd/core/program/program.h"

#include <CL/cl_ext.h>

#include <string_view>

using namespace weft::icd;

namespace {

cl_program createFromModule(cl_context contextHandle, const void *il, size_t length,
                            cl_int &error) {
  Context *context = live(Context::fromHandle(contextHandle));
  if (!context)
    return fail(error, CL_INVALID_CONTEXT);
  if (!il || length == 0)
    return fail(error, CL_INVALID_VALUE);
  const std::string_view bytes(static_cast<const char *>(il), length);
  auto constants = weft::compiler::readSpecialisations(bytes);
  if (!constants)
    return fail(error, CL_INVALID_VALUE);
  return (new Program(*context, std::string(bytes), std::move(*constants)))->handle();
}

} // namespace

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il,
                                                          size_t length, cl_int *errcode_ret) {
  return creating(errcode_ret,
                  [&](cl_int &error) { return createFromModule(context, il, length, error); });
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program handle,
                                                                   cl_uint spec_id,
                                                                   size_t spec_size,
                                                                   const void *spec_value) {
  return guarded([&]() -> cl_int {
    Program *program = Program::fromHandle(handle);
    if (!program || program->origin() != Program::Origin::Module)
      return CL_INVALID_PROGRAM;
    return program->specialise(spec_id, spec_size, spec_value);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program,
                                                            void(CL_CALLBACK *)(cl_program, void *),
                                                            void *) {
  return isHandle(program, ObjectType::Program) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}
