// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In code for single work-items, what all lanes agree on (lane_functions.h) is what the work-item
// finds. Replaces the calls that the widener has left there.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class SingleLanesPass : public llvm::PassInfoMixin<SingleLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
