// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands operations on half for CPUs that compute only in float and double.
//
// Code generation converts the operands of +, -, *, / and comparisons to float and the results
// back, in vectors. For the following operations it would emit code for each element, or calls. The
// pass expands them as vector code, at the end, when nothing simplifies them any more:
//
// - Rounding to integers, square roots, minima and maxima: float's operation, rounded to half.
//   Rounding, minima and maxima are exact, and a square root in float has enough bits to be rounded
//   twice.
// - fma: the product of two halves is exact in float; the sum with the third has one rounding
//   error, which is a float too. If the error is not zero, the sum becomes the neighbour with an
//   odd last bit. That preserves everything that the rounding to half needs.
// - A double becomes a half through the float that is rounded to odd in the same way.
#pragma once

#include "compiler/passes/analysis/costs/target_features.h"

namespace weft::compiler {

/// Returns whether it changed the function.
bool rewriteHalfOperations(llvm::Function &function, const TargetFeatures &features);

} // namespace weft::compiler
