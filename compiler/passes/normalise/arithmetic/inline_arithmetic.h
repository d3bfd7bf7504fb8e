// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlines small functions whose arithmetic may be simplified together with that of their callers.
//
// With options such as -cl-mad-enable a product in `float2 multiply(float2 a, float2 b)` and the
// sum that its caller adds it to may become one operation. That is decided before most
// optimisations (relaxed_arithmetic.h), and LLVM's inliner comes later. So the pass inlines
// functions of one block that call no others and have flags for such arithmetic, callees before
// callers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InlineArithmeticPass : public llvm::PassInfoMixin<InlineArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
