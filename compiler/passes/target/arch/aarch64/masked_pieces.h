// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits masked loads and stores into those of one register.
//
// LLVM has SVE's predicated loads and stores for fixed vectors of 128 bits, even if registers are
// no longer. It expands those of longer vectors, such as of several gangs at once, into a branch
// for each lane. Where it has an instruction for the whole vector, or none for its pieces, the
// access stays. Runs after all optimisation. For a Neoverse V2 it changes 24 of the 178 typical
// kernels, most of all softmax_rows; registers of 256 bits need it for none of them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedPiecesPass : public llvm::PassInfoMixin<MaskedPiecesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
