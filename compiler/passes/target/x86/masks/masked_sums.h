// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts lanes of a mask by a masked addition.
//
// InstCombine makes a sum with a mask of `select(mask, x + 1, x)`. A CPU with mask registers turns
// the mask into a vector for that, which takes an instruction more. So the pass makes the select
// again, which is one instruction with the addition.
//
// Runs after all optimisation. Does nothing where the CPU has no mask registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedSumsPass : public llvm::PassInfoMixin<MaskedSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
