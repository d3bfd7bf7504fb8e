// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/memory/sampler.h"

#include "device/kernel_abi_image.h"
#include "icd/core/context/context.h"

#include <algorithm>
#include <cmath>

namespace weft::icd {
namespace {

/// CLK_ADDRESS_* as WEFT_SAMPLER_ADDRESSING.
std::uint64_t addressingBits(cl_addressing_mode mode) {
  switch (mode) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return 1 << 1;
  case CL_ADDRESS_CLAMP:
    return 2 << 1;
  case CL_ADDRESS_REPEAT:
    return 3 << 1;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return 4 << 1;
  default:
    return 0;
  }
}

/// A level of detail in units of 1 / 4,096, as a 16-bit number. No image has more levels than that.
std::uint64_t levelBits(cl_float level) {
  constexpr float unit = 4096, most = 65535;
  return std::isnan(level) ? 0 : static_cast<std::uint64_t>(std::clamp(level * unit, 0.0f, most));
}

} // namespace

std::uint64_t SamplerMode::bits() const {
  return (normalizedCoordinates ? WEFT_SAMPLER_NORMALIZED : 0) | addressingBits(addressing) |
         (filter == CL_FILTER_LINEAR ? WEFT_SAMPLER_LINEAR : WEFT_SAMPLER_NEAREST) |
         (mipFilter == CL_FILTER_LINEAR ? WEFT_SAMPLER_LINEAR_LEVELS : 0) |
         levelBits(lowestLevel) << WEFT_SAMPLER_LOWEST_LEVEL_SHIFT |
         levelBits(highestLevel) << WEFT_SAMPLER_HIGHEST_LEVEL_SHIFT;
}

Sampler::Sampler(Context &context, const SamplerMode &mode,
                 std::vector<cl_sampler_properties> properties)
    : owner(&context), samplerMode(mode), propertyList(std::move(properties)) {}

Sampler::~Sampler() = default;

} // namespace weft::icd
