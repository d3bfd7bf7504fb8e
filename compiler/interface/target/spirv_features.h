// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weft's support for SPIR-V: one table, reported by device queries and used by the reader
// (compiler/frontend/spirv), so that the two always agree.
#pragma once

#include <cstdint>
#include <span>

namespace weft::compiler {

/// Versions from oldest to newest: minor numbers of 1.
inline constexpr std::uint32_t newestSpirvMinor = 6;

/// CL_DEVICE_SPIRV_CAPABILITIES_KHR, by the numbers of the SPIR-V specification.
std::span<const std::uint32_t> spirvCapabilities();
/// CL_DEVICE_SPIRV_EXTENSIONS_KHR.
std::span<const char *const> spirvExtensions();
/// CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR.
std::span<const char *const> spirvInstructionSets();

} // namespace weft::compiler
