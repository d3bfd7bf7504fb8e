// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets inline assembly change the flags.
//
// Compilers for x86 take every assembly statement to change the flags, so programs do not name
// them. Clang for spir64 does not know that. The pass adds the flags to the registers that each
// statement changes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InlineAssemblyPass : public llvm::PassInfoMixin<InlineAssemblyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
