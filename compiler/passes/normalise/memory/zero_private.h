// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initialises private variables to zero, for contexts that request it (cl_khr_initialize_memory).
//
// The pass stores zeros wherever the lifetime of a variable starts, which is in each iteration of a
// loop that declares it; without lifetime markers, in the entry block. SROA and dead store
// elimination remove the zeros that the program overwrites.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class ZeroPrivatePass : public RequiredPass<ZeroPrivatePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
