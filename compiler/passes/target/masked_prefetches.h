// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefetches memory traversed by masked accesses.
//
// The prefetchers of some CPUs do not follow AVX's masked loads and stores: a loop whose lanes read
// under a mask waits for each line. So the pass adds prefetches to masked accesses of global memory
// that advance by the same step in each iteration of their loop, one per line. They reach some
// iterations ahead, but at most a kibibyte. Loops with few iterations get none.
//
// Runs after all optimisation. No-op if the CPU has mask registers, whose accesses are prefetched
// like others, or no masked accesses. It ignores elements of less than 32 bits, for which there are
// no masked instructions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedPrefetchesPass : public llvm::PassInfoMixin<MaskedPrefetchesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
