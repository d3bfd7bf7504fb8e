// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps intermediate results of half in float, where options allow that and the CPU has no
// arithmetic of half.
//
// Such a CPU computes each operation on half in float, rounds the result to half and takes it back
// to float for the next one. With -cl-unsafe-math-optimizations results may have more bits than
// their type, so that only what leaves registers must be rounded. Every operation with the flags
// for that gets a float version, and so do the phis, selects and shuffles that pass such results
// on. Their other operands are taken to float, and where others use the results, those are rounded,
// each before its use: what a loop sums is rounded behind it.
//
// Runs behind all optimisation, when private arrays have become values.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class WideHalvesPass : public llvm::PassInfoMixin<WideHalvesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
