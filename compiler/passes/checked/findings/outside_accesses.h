// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses that are known to lie outside of a variable or array, without running the kernel.
//
// An access is outside if its offset is a constant, or if a loop counts it from one constant to
// another and it is executed in each iteration: then the first and the last offset are looked at.
// Remarks of the kind "bounds" tell of each. Variables must still be in memory: LLVM's passes
// remove what they know to be outside.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class OutsideAccessesPass : public llvm::PassInfoMixin<OutsideAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
