// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes 1 / sqrt(x) of floats from the CPU's estimate, where it has one that is worth it.
//
// A root and a quotient each keep the divider busy for many cycles. An estimate y is one quick
// instruction, and what it lacks is in the residual e = 1 - x * y * y, a number near zero that a
// fused operation hardly rounds: 1 / sqrt(x) = y / sqrt(1 - e) = y + y * (e / 2 + 3/8 e^2 + ...).
// The estimate of AVX-512 has 14 bits, of which the first of these terms leaves less than the last
// rounding does. Where x is 0 or infinite it is exact and the residual NaN; where x is negative or
// NaN both are NaN. So the estimate is the result wherever the residual is NaN.
//
// Instructions for one number and for vectors estimate alike, and the steps are the same, so that a
// value has the same result in a scalar and in a lane. On other CPUs the root and the quotient are
// computed: an estimate of 12 bits, which takes subnormal numbers for zero, needs so many steps
// more that it is no quicker.
//
// Replaces the calls of `__weft_rsqrt` of the kernel library, behind all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ReciprocalRootsPass : public llvm::PassInfoMixin<ReciprocalRootsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
