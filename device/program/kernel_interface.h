// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a host may query about a kernel without code: everything determined by the source.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::device {

/// Corresponds to weft_argument_description (device/kernel_abi.h).
struct ArgumentInterface {
  std::string name, typeName;
  std::uint32_t kind = 0;
  std::uint32_t addressQualifier = 0;
  std::uint32_t accessQualifier = 0;
  std::uint32_t typeQualifiers = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t imageType = 0;
  std::uint32_t isDepthImage = 0;
};

/// Corresponds to weft_kernel_description (device/kernel_abi.h).
struct KernelInterface {
  std::string name;
  std::vector<ArgumentInterface> arguments;
  std::uint32_t argumentBlockBytes = 0;
  std::array<std::uint32_t, 3> requiredWorkGroupSize{};
  std::array<std::uint32_t, 3> workGroupSizeHint{};
  std::uint32_t subGroupSize = 0;
  std::uint32_t requiredSubGroupSize = 0;
  std::uint32_t requiredSubGroups = 0;
  std::uint32_t isOfBlock = 0; ///< WEFT_KERNEL_OF_BLOCK
  std::string attributes;
  /// Of the kernel and its callees, before optimisation: an estimate of compile time.
  std::uint64_t instructions = 0;
};

} // namespace weft::device
