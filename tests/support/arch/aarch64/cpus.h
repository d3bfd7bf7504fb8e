// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPUs of this architecture whose code tests compare (-cl-weft-cpu), by what tests use them for.
#pragma once

#include <array>
#include <elf.h>
#include <string>
#include <sys/auxv.h>

namespace weft::test::cpus {

/// From the least to one that most machines lack something of.
inline constexpr std::array levels{"generic", "cortex-a72", "neoverse-n1", "neoverse-v1"};
inline const std::string least = "generic";
/// All have fused operations.
inline const std::string base = "cortex-a72";
inline const std::string middle = "neoverse-n1";
/// Converts half, and does not compute it.
inline const std::string convertsHalf = "cortex-a72";
inline const std::string computesHalf = "neoverse-n1";

/// Of the widest registers that have all operations.
inline unsigned vectorBitsOfHost() {
  constexpr unsigned long hasScalable = 1ul << 22;
  unsigned long bits = 128;
  if (getauxval(AT_HWCAP) & hasScalable)
    asm(".arch_extension sve\n\trdvl %0, #8" : "=r"(bits));
  return static_cast<unsigned>(bits);
}

/// The beginning of LLVM's triple.
inline const std::string architecture = "aarch64";

/// Instructions of `middle`, by what they do.
inline const std::string floatProduct = "fmul\ts", floatSum = "fadd\ts",
                         floatDifference = "fsub\ts", floatQuotient = "fdiv\ts",
                         floatComparison = "fcmp", smallestNormal = "#8388608";
/// Of half in its own instructions, and in float's.
inline const std::array<std::string, 2> halfInstructions{"fmla\tv0.8h", "fsqrt\tv0.8h"};
inline const std::array<std::string, 3> convertingInstructions{"fcvtl", "fcvtn", "fsqrt\tv0.4s"};

/// Relocations that run code or copy objects, and one that stores the address of a symbol.
inline constexpr unsigned indirectRelocation = R_AARCH64_IRELATIVE, copyRelocation = R_AARCH64_COPY,
                          symbolRelocation = R_AARCH64_ABS64;

} // namespace weft::test::cpus
