// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits and constants of Weft's devices that no hardware decides. Queries report them and entry
// points check against them.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>
#include <cstdint>

namespace weft::icd {

inline constexpr std::size_t maxWorkGroupSize = 4096;
inline constexpr unsigned maxWorkItemDimensions = 3;
inline constexpr std::uint64_t localMemoryBytes = 256 * 1024;
static_assert(localMemoryBytes <= WEFT_LOCAL_MEMORY_LIMIT);
inline constexpr std::size_t maxParameterBytes = 4096;
inline constexpr unsigned maxConstantArguments = 480;
inline constexpr std::size_t maxGlobalVariableBytes = 64 * 1024 * 1024;

} // namespace weft::icd
