// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/drop_lines.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

llvm::PreservedAnalyses DropLinesPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  return llvm::StripDebugInfo(module) ? llvm::PreservedAnalyses::none()
                                      : llvm::PreservedAnalyses::all();
}

} // namespace weft::compiler
