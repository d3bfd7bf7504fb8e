// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives loops LCSSA form if a value of a loop varies after it because work-items leave the loop in
// different iterations. Marks such values that LLVM's uniformity analysis misses (uneven_exits.h).
// Without it, values that are uniform in a loop must not be considered uniform after it.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h).
class CloseLoopsPass : public RequiredPass<CloseLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
