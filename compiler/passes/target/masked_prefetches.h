// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefetches the memory that masked accesses walk through.
//
// The prefetchers of some CPUs do not follow masked loads and stores of AVX: a loop whose lanes
// read under a mask waits for each line. So the pass adds prefetches to masked accesses of global
// memory that advance by the same step in each iteration of their loop, one for each line. They
// reach some iterations ahead, but no further than a kibibyte. Loops of few iterations get none.
//
// Runs after all optimisation. Does nothing where the CPU has mask registers, as their accesses are
// followed as others are, or no masked accesses. It leaves elements of less than 32 bits alone,
// whose masked accesses are no instructions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedPrefetchesPass : public llvm::PassInfoMixin<MaskedPrefetchesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
