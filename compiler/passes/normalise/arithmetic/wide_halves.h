// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps intermediate results of half in float, if the options allow that and the CPU does not
// compute in half.
//
// Such a CPU computes each operation on half in float, rounds the result to half, and extends it
// for the next operation. With -cl-unsafe-math-optimizations results may have excess precision, so
// rounding is needed only where a value leaves registers. The pass gives a float version to every
// operation with the flags for that, and to the phis, selects and shuffles that forward such
// results. It extends the other operands, and rounds a result before each use by other
// instructions: a loop's sum is rounded after the loop.
//
// Runs when variables have become values, and before operations lose the flags
// (relaxed_arithmetic.h), so that all versions of a kernel keep the same values in float.
//
// The typical kernels do not compute in half. Polynomials take 10 times as long without the pass,
// and sums 1.7 times; MathOptions.HalvesKeepBitsWhereAllowed shows the gain in precision.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class WideHalvesPass : public llvm::PassInfoMixin<WideHalvesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
