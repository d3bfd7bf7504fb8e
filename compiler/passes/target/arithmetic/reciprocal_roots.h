// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes 1 / sqrt(x) of floats from the CPU's estimate, if that is good enough.
//
// A root and a quotient each occupy the divider for many cycles. An estimate y is one fast
// instruction. Its error is in the residual e = 1 - x * y * y, a number near zero that a fused
// operation hardly rounds: 1 / sqrt(x) = y / sqrt(1 - e) = y + y * (e / 2 + 3/8 e^2 + ...).
// AVX-512's estimate has 14 bits, so the first term leaves an error below that of the final
// rounding. For x = 0 and infinite x the estimate is exact and the residual is NaN; for negative x
// and NaN both are NaN. So a NaN residual becomes 1, which changes neither 0 nor infinity: x86's
// minimum of itself and 1, one instruction.
//
// Scalar and vector instructions give the same estimate, and the steps are the same, so a scalar
// and a lane have the same result. On other CPUs the pass emits a root and a quotient: an estimate
// of 12 bits, which treats subnormal numbers as zero, would need so many more steps that it is no
// faster.
//
// Replaces the calls of the kernel library's `__weft_rsqrt`, after all optimisation.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool replaceReciprocalRoots(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
