// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sampler objects (section 5.7): how kernels read images. A kernel's argument block holds only the
// bits, so launches do not need the object.
#pragma once

#include "icd/core/object.h"

#include <CL/cl.h>

#include <cfloat>
#include <cstdint>
#include <vector>

namespace weft::icd {

class Context;

/// What a sampler does, with the defaults of clCreateSamplerWithProperties.
struct SamplerMode {
  cl_bool normalizedCoordinates = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  cl_filter_mode mipFilter = CL_FILTER_NEAREST;
  cl_float lowestLevel = 0;
  cl_float highestLevel = FLT_MAX;

  /// weft_sampler_bits.
  std::uint64_t bits() const;
};

class Sampler final : public Object<Sampler, _cl_sampler, ObjectType::Sampler> {
public:
  /// `properties`: the list of the host with its terminating 0, or empty. Throws bad_alloc.
  Sampler(Context &context, const SamplerMode &mode, std::vector<cl_sampler_properties> properties);
  ~Sampler();

  Context &context() const { return *owner; }
  const SamplerMode &mode() const { return samplerMode; }
  const std::vector<cl_sampler_properties> &properties() const { return propertyList; }

private:
  Ref<Context> owner;
  SamplerMode samplerMode;
  std::vector<cl_sampler_properties> propertyList;
};

} // namespace weft::icd
