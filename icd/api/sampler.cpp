// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.7: samplers. They need images, which no device supports.
#include "icd/api/api.h"
#include "icd/core/platform/context.h"

using namespace weft::icd;

namespace {

cl_sampler refuseSampler(cl_context context, cl_int *errorReturn) noexcept {
  return creating(errorReturn, [&](cl_int &error) -> cl_sampler {
    return fail(error, Context::fromHandle(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
  });
}

} // namespace

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool, cl_addressing_mode,
                                                    cl_filter_mode, cl_int *errorReturn) {
  return refuseSampler(context, errorReturn);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                                  const cl_sampler_properties *,
                                                                  cl_int *errorReturn) {
  return refuseSampler(context, errorReturn);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *,
                                                 size_t *) {
  return CL_INVALID_SAMPLER;
}
