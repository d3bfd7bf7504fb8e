// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPUs of this architecture whose code tests compare (-cl-weft-cpu), by what tests use them for.
#pragma once

#include <array>
#include <elf.h>
#include <string>

namespace weft::test::cpus {

/// From the least to one that most machines lack something of.
inline constexpr std::array levels{"x86-64", "x86-64-v2", "sandybridge", "x86-64-v3", "x86-64-v4"};
inline const std::string least = "x86-64";
/// Has neither fused operations nor conversions of half.
inline const std::string base = "x86-64-v2";
/// Has vectors as they were some years ago, and no mask registers.
inline const std::string middle = "x86-64-v3";
/// Converts half, and does not compute it.
inline const std::string convertsHalf = "haswell";
inline const std::string computesHalf = "sapphirerapids";

/// Of the widest registers that have all operations.
inline unsigned vectorBitsOfHost() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return 512;
  return __builtin_cpu_supports("avx2") ? 256 : 128;
}

/// The beginning of LLVM's triple.
inline const std::string architecture = "x86_64";

/// Instructions of `middle`, by what they do.
inline const std::string floatProduct = "vmulss", floatSum = "vaddss", floatDifference = "vsubss",
                         floatQuotient = "vdivss", floatComparison = "vcmp",
                         smallestNormal = "0x00800000";
/// Of half in its own instructions, and in float's.
inline const std::array<std::string, 2> halfInstructions{"vfmadd213ph", "vsqrtph"};
inline const std::array<std::string, 3> convertingInstructions{"vcvtph2ps", "vcvtps2ph", "vsqrtps"};

/// Relocations that run code or copy objects, and one that stores the address of a symbol.
inline constexpr unsigned indirectRelocation = R_X86_64_IRELATIVE, copyRelocation = R_X86_64_COPY,
                          symbolRelocation = R_X86_64_64;

} // namespace weft::test::cpus
