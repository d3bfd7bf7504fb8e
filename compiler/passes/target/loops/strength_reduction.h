// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's strength reduction, where loops gain from it.
//
// Strength reduction tries many ways to write the addresses of a loop. In LLVM's code generation it
// takes more time than any other pass but instruction selection, most of it for loops over gangs,
// which have all addresses of a kernel. But those addresses are bases that do not change in the
// loop, plus its index, which is what instructions take as it is. So such a loop is only reduced if
// it multiplies by what is not a constant, as where gangs go over rows. The other innermost loops,
// those of kernels, are all reduced, except in huge functions: the pass takes time in the square of
// their size. LLVM's pass leaves out loops around others anyway.
//
// Before that, loops with many bases have these bounded (loop_bases.h). Runs last of all, as it
// does in LLVM, on loops in simple form.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Whether the loop gains from strength reduction.
bool isStrengthReduced(const llvm::Loop &loop);

class StrengthReductionPass : public llvm::PassInfoMixin<StrengthReductionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
