// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts lanes of a mask by a masked addition.
//
// InstCombine turns `select(mask, x + 1, x)` into a sum with a mask. A CPU with mask registers
// converts the mask into a vector for that, which takes an additional instruction. So the pass
// restores the select, which is one instruction with the addition.
//
// Runs after all optimisation. No-op if the CPU has no mask registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedSumsPass : public llvm::PassInfoMixin<MaskedSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
