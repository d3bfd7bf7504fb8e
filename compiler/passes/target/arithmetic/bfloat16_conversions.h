// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts floats to bfloat16 by the CPU's instruction.
//
// bfloat16 numbers are 16-bit integers here, the upper halves of floats. The conversion of
// cl_intel_bfloat16_conversions, OpConvertFToBF16INTEL, and what programs write themselves, is six
// operations on integers: it adds half of the last place, a bit less where that is even, and keeps
// NaNs by their quiet bit. The pass recognises these at the end, when they have been simplified.
// The instruction must do the same with subnormal numbers and NaNs: AArch64's does, x86's takes
// subnormal numbers for zero and is not used.
//
// No typical kernel converts to bfloat16. Programs of learning do, wherever they store results.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool replaceBFloat16Conversions(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
