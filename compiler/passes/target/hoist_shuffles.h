// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes with components after they are picked out, not before.
//
// LLVM moves an operation whose operands are picked out of wide vectors in the same way to the wide
// vectors, and picks out its result. That saves a shuffle at most. But of records of several
// components all take part then where one was meant, as every component where y * y is wanted, and
// what was picked out of the operands for other operations has to be picked out of the result too.
// The pass moves such operations back wherever that needs no more shuffles: if the operands are
// the same vector, splats, or vectors of which other components are picked out as they are.
//
// Runs behind all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class HoistShufflesPass : public llvm::PassInfoMixin<HoistShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
