// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes with components after their extraction from wide vectors, not before.
//
// If all operands of an operation are extracted from wide vectors in the same way, LLVM moves the
// operation to the wide vectors and extracts its result. That saves one shuffle at most. But the
// operation then computes all components of the records where one was needed: for instance, every
// component for y * y. If other operations use the extracted operands, the shuffles do not even get
// fewer. The pass moves such operations back wherever that needs no additional shuffle: if the
// operands are the same vector, splats, or vectors from which other components are extracted
// anyway.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class HoistShufflesPass : public llvm::PassInfoMixin<HoistShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
