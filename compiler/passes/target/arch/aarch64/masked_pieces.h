// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits masked loads and stores into those of one register.
//
// LLVM has SVE's predicated loads and stores for fixed vectors of 128 bits, even if registers are
// no longer. It expands those of longer vectors, such as of several gangs at once, into a branch
// for each lane. Where it has an instruction for the whole vector, or none for its pieces, the
// access stays. Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedPiecesPass : public llvm::PassInfoMixin<MaskedPiecesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
