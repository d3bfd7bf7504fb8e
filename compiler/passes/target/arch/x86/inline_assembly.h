// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks inline assembly as clobbering the flags.
//
// Compilers for x86 assume that every assembly statement clobbers the flags, so programs do not say
// so. Clang for spir64 does not know that. The pass adds the flags to each statement's clobbers.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class InlineAssemblyPass : public RequiredPass<InlineAssemblyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
