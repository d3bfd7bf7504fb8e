// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass preserves that does not change control flow.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// All analyses if nothing `changed`, otherwise only those of control flow.
inline llvm::PreservedAnalyses preservedControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
