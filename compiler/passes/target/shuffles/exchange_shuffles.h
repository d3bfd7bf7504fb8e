// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes one shuffle of each half of an exchange between two vectors.
//
// Transforms and transpositions by sub-group shuffles exchange values between lanes: of two vectors
// `a` and `b`, the lanes of one kind swap `a[i ^ s]` with the `b[i]` of the other kind. Kernels
// write that as a choice of what to give, a shuffle, and two choices of what to keep. LLVM turns
// choices by constant lanes into shuffles, but it does not make new masks of two: a shuffle for
// both results stays, and a blend for each. The pass takes a shuffle of another one and of its
// operands together, where each lane of the result is the same lane of one vector or the lane with
// one bit of its number inverted of the other. CPUs have an instruction for most of these. The
// inner shuffle is dead when all its users are taken.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ExchangeShufflesPass : public llvm::PassInfoMixin<ExchangeShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
