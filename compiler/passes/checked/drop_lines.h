// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops the lines of the source, once the places of checks are known, in programs whose user wants
// no debug information.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class DropLinesPass : public RequiredPass<DropLinesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
