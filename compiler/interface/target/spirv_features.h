// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Weft takes of SPIR-V: one table, reported by the device queries and asked by the reader
// (compiler/frontend/spirv), so that neither can promise what the other lacks.
#pragma once

#include <cstdint>
#include <span>

namespace weft::compiler {

/// Versions from the oldest to the newest: minor numbers of 1.
inline constexpr std::uint32_t newestSpirvMinor = 6;

/// CL_DEVICE_SPIRV_CAPABILITIES_KHR, by the numbers of the SPIR-V specification.
std::span<const std::uint32_t> spirvCapabilities();
/// CL_DEVICE_SPIRV_EXTENSIONS_KHR.
std::span<const char *const> spirvExtensions();
/// CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR.
std::span<const char *const> spirvInstructionSets();

} // namespace weft::compiler
