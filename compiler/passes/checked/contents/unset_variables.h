// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives variables in private memory a content of their own before they are set.
//
// LLVM's passes replace the value of a variable that was never set by any they like. So a call that
// stands for it is stored where the life of the variable begins, and what remains of these calls
// once variables are values is the uninitialised part of them (content_checks.h).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

/// On kernels that contain all their code. Large arrays stay in memory, and need no such calls.
class UnsetVariablesPass : public RequiredPass<UnsetVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

bool isUnsetValue(const llvm::Instruction &instruction);

/// Replaces these calls by zeros.
void removeUnsetValues(llvm::Function &function);

} // namespace weft::compiler
