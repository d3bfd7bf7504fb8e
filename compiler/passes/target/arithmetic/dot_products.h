// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes sums of four products of bytes, the kernel library's `__weft_dot_*` (OpenCL's dot and
// dot_4x8packed, SPIR-V's OpSDot …), by the CPU's instructions for them, which add to an
// accumulator: if the only user of the sum adds it to another value, that is the accumulator.
//
// Other CPUs multiply the even and the odd bytes as 16-bit numbers and add pairs of products, for
// which x86 has one instruction. Both are exact: no sum of four products overflows 32 bits.
//
// Runs after all optimisation. The 165 typical kernels have no such function, the programs that use
// cl_khr_integer_dot_product (inference with 8-bit weights) have it in their inner loops.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool replaceDotProducts(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
