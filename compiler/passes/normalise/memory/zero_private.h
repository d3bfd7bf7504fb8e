// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Has private memory begin as zeros, for contexts that ask for that (cl_khr_initialize_memory).
//
// A variable becomes zero wherever its lifetime begins, so also once more in each round of a loop
// that declares it; without lifetime markers that is the function's entry. SROA and what follows
// take away the zeros that the program overwrites.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ZeroPrivatePass : public llvm::PassInfoMixin<ZeroPrivatePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
