// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives loops LCSSA form, where a value of a loop varies behind it if work-items leave the loop in
// different iterations. Marks what LLVM's uniformity analysis does not see of that
// (uneven_exits.h). Without it, what is uniform in a loop must not be taken to be so behind it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h).
class CloseLoopsPass : public llvm::PassInfoMixin<CloseLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
