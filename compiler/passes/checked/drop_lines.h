// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops the lines of the source, once the places of checks are known, in programs whose user wants
// no debug information.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class DropLinesPass : public llvm::PassInfoMixin<DropLinesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
