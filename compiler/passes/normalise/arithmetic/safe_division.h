// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes integer division total, before any optimisation.
//
// OpenCL C leaves the result of a division by zero, and of the most negative number by -1,
// unspecified. The CPU traps, and LLVM treats both as undefined behaviour. So the pass replaces a
// divisor that may have those values: 0 becomes 1, and for signed operations -1 becomes 1 as well,
// with the remainder 0 and the quotient negated. The replacement does not depend on the dividend,
// so a uniform divisor stays uniform. The division is then defined for all inputs, and passes may
// speculate and widen it.
//
// Selects after it yield what GPUs yield for the divisor 0, as programs rely on that: a quotient of
// all ones, and the dividend as the remainder. integer_divisions.h recognises these values.
//
// Runs before inlining, which simplifies a division by the constant 0 to poison.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class SafeDivisionPass : public llvm::PassInfoMixin<SafeDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
