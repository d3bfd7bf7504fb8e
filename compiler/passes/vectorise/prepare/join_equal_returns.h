// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges paths that return the same number before the exit. Otherwise a divergent branch to two of
// them would make the number divergent, though it depends only on uniform branches.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class JoinEqualReturnsPass : public llvm::PassInfoMixin<JoinEqualReturnsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
