// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic that this CPU has other instructions for, or none: reciprocal roots
// (reciprocal_roots.h), products and sums with one rounding (fused_operations.h), halves
// (half_operations.h), conversions to bfloat16 (bfloat16_conversions.h), high halves of 64-bit
// products (wide_products.h), 64-bit divisions by invariant numbers (invariant_divisors.h), and
// 64-bit integers that become doubles (long_conversions.h).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// After all optimisation.
class TargetArithmeticPass : public RequiredPass<TargetArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
