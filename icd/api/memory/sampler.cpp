// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.7: samplers.
#include "icd/core/memory/sampler.h"

#include "icd/api/api.h"
#include "icd/api/property_list.h"
#include "icd/core/context/context.h"

#include <CL/cl_ext.h>

#include <bit>

using namespace weft::icd;

namespace {

bool isAddressingMode(cl_sampler_properties mode) {
  return mode == CL_ADDRESS_NONE || mode == CL_ADDRESS_CLAMP_TO_EDGE || mode == CL_ADDRESS_CLAMP ||
         mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
}

bool isFilterMode(cl_sampler_properties mode) {
  return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR;
}

/// A list of properties holds the bits of a float in the low half.
cl_float floatOf(cl_sampler_properties value) {
  return std::bit_cast<cl_float>(static_cast<cl_uint>(value));
}

/// Applies one property; false if its name or its value is invalid.
bool setProperty(SamplerMode &mode, cl_sampler_properties name, cl_sampler_properties value) {
  switch (name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    mode.normalizedCoordinates = static_cast<cl_bool>(value);
    return value == CL_TRUE || value == CL_FALSE;
  case CL_SAMPLER_ADDRESSING_MODE:
    mode.addressing = static_cast<cl_addressing_mode>(value);
    return isAddressingMode(value);
  case CL_SAMPLER_FILTER_MODE:
    mode.filter = static_cast<cl_filter_mode>(value);
    return isFilterMode(value);
  case CL_SAMPLER_MIP_FILTER_MODE_KHR:
    mode.mipFilter = static_cast<cl_filter_mode>(value);
    return isFilterMode(value);
  case CL_SAMPLER_LOD_MIN_KHR:
    mode.lowestLevel = floatOf(value);
    return true;
  case CL_SAMPLER_LOD_MAX_KHR:
    mode.highestLevel = floatOf(value);
    return true;
  default:
    return false;
  }
}

cl_int readProperties(const cl_sampler_properties *list, SamplerMode &mode,
                      std::vector<cl_sampler_properties> &copy) {
  return readPropertyList(
      list, CL_INVALID_VALUE, copy, [&](cl_sampler_properties name, auto &values) {
        return setProperty(mode, name, values.next()) ? CL_SUCCESS : CL_INVALID_VALUE;
      });
}

} // namespace

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context handle, cl_bool normalized_coords,
                                                    cl_addressing_mode addressing_mode,
                                                    cl_filter_mode filter_mode,
                                                    cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_sampler {
    Context *context = live(Context::fromHandle(handle));
    if (!context)
      return fail(error, CL_INVALID_CONTEXT);
    SamplerMode mode;
    if (!setProperty(mode, CL_SAMPLER_NORMALIZED_COORDS, normalized_coords) ||
        !setProperty(mode, CL_SAMPLER_ADDRESSING_MODE, addressing_mode) ||
        !setProperty(mode, CL_SAMPLER_FILTER_MODE, filter_mode))
      return fail(error, CL_INVALID_VALUE);
    return (new Sampler(*context, mode, {}))->handle();
  });
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(
    cl_context handle, const cl_sampler_properties *sampler_properties, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_sampler {
    Context *context = live(Context::fromHandle(handle));
    if (!context)
      return fail(error, CL_INVALID_CONTEXT);
    SamplerMode mode;
    std::vector<cl_sampler_properties> copy;
    if ((error = readProperties(sampler_properties, mode, copy)))
      return nullptr;
    return (new Sampler(*context, mode, std::move(copy)))->handle();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler handle) {
  Sampler *sampler = Sampler::fromHandle(handle);
  if (!sampler)
    return CL_INVALID_SAMPLER;
  sampler->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler handle) {
  Sampler *sampler = Sampler::fromHandle(handle);
  return sampler && sampler->releaseApi() ? CL_SUCCESS : CL_INVALID_SAMPLER;
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler handle, cl_sampler_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  const Sampler *sampler = Sampler::fromHandle(handle);
  if (!sampler)
    return CL_INVALID_SAMPLER;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  const SamplerMode &mode = sampler->mode();
  switch (param_name) {
  case CL_SAMPLER_REFERENCE_COUNT:
    return target.scalar<cl_uint>(sampler->referenceCount());
  case CL_SAMPLER_CONTEXT:
    return target.scalar<cl_context>(sampler->context().handle());
  case CL_SAMPLER_NORMALIZED_COORDS:
    return target.scalar<cl_bool>(mode.normalizedCoordinates);
  case CL_SAMPLER_ADDRESSING_MODE:
    return target.scalar<cl_addressing_mode>(mode.addressing);
  case CL_SAMPLER_FILTER_MODE:
    return target.scalar<cl_filter_mode>(mode.filter);
  case CL_SAMPLER_MIP_FILTER_MODE_KHR:
    return target.scalar<cl_filter_mode>(mode.mipFilter);
  case CL_SAMPLER_LOD_MIN_KHR:
    return target.scalar<cl_float>(mode.lowestLevel);
  case CL_SAMPLER_LOD_MAX_KHR:
    return target.scalar<cl_float>(mode.highestLevel);
  case CL_SAMPLER_PROPERTIES:
    return target.array(std::span<const cl_sampler_properties>(sampler->properties()));
  default:
    return CL_INVALID_VALUE;
  }
}
