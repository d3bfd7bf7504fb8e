// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives masks the form that the CPU has: vectors as wide as what they select (mask_promotion.h), or
// mask registers, with the operations under them (masked_sums.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// After all optimisation.
class MaskFormsPass : public llvm::PassInfoMixin<MaskFormsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
