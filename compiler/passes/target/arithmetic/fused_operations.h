// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes fused a * b + c if the CPU has no instruction for it.
//
// LLVM would call the C library for each lane. The pass emits vector code with the same results.
// For floats, the product is exact in double, and the sum is rounded to odd: an inexact sum becomes
// the neighbour whose last bit is set. A double has enough additional bits that the final rounding
// is then correct. For doubles, each product is split into its rounded value and its error, and so
// is each sum: with product = u + v, c + v = t + w and u + t = s + e, the result is s plus the sum
// of e and w rounded to odd (Boldo and Melquiond, 2008). That is correct if nothing overflows or
// becomes subnormal. For other operands, which are rare, one branch for all lanes calls the C
// library.
//
// Runs after all optimisation, so that constants are folded and the operation itself is vectorised.
// No-op if the CPU has the instruction.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool expandFusedOperations(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
