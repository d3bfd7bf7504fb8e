// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes integer division total, before anything is optimised.
//
// OpenCL C leaves the result of a division by zero, and of the most negative number by -1,
// unspecified, but the processor traps and LLVM takes both as undefined behaviour. A divisor that
// is not a constant without those values is replaced: 0 becomes 1, and for signed operations -1
// becomes 1 too, which leaves the remainder and the negated quotient. That depends on no dividend,
// so that a divisor that work-items share stays one. The division that remains is defined for all
// inputs and therefore safe to speculate and to widen.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class SafeDivisionPass : public llvm::PassInfoMixin<SafeDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
