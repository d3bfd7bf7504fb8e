// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps floating-point code from the forms that AArch64 code generation of LLVM 22 does wrong:
// negated sums (negated_sums.h) and signaling NaNs (signaling_nans.h).
//
// Runs after all optimisation, and in code of the first tier.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class FloatWorkaroundsPass : public RequiredPass<FloatWorkaroundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
