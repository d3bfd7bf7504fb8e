// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes operations on half for CPUs that compute only with float and double.
//
// Code generation itself takes +, -, *, / and comparisons to float and back, in vectors. What it
// would do element by element or by calls is written here, at the end, when nothing simplifies it
// any more:
//
// - Rounding to integers, square roots, minima and maxima are float's, rounded to half: the first
// and
//   the last are exact, and float's square root has the bits to be rounded twice.
// - fma: the product of two halves is a float, and so is its sum with the third but for one
// rounding.
//   The error of that is a float too; if there is one, the sum goes to the neighbour with an odd
//   last bit, which says of the bits lost all that rounding to half needs to know.
// - A double becomes a half by way of the float that is odd in the same sense.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class HalfOperationsPass : public llvm::PassInfoMixin<HalfOperationsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
