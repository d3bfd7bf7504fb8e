// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass preserves that does not change branches and blocks.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// All analyses if nothing `changed`, otherwise those of control flow alone.
inline llvm::PreservedAnalyses preservedControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
