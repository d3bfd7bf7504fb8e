// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's strength reduction, for loops that gain from it.
//
// Strength reduction tries many formulae for the addresses of a loop. In LLVM's code generation it
// takes more time than any other pass except instruction selection, most of it for loops over
// gangs, which contain all addresses of a kernel. But those addresses are loop-invariant bases plus
// the loop's index, which instructions accept directly. So such a loop is reduced only if it
// multiplies by a non-constant, as when gangs go over rows, and if it has few accesses: the
// formulae combine the terms of all their addresses. The other innermost loops, those of kernels,
// are all reduced, except in huge functions: the pass is quadratic in their size. LLVM's pass
// ignores outer loops anyway.
//
// Runs last, as in LLVM, on loops in simplified form.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class StrengthReductionPass : public llvm::PassInfoMixin<StrengthReductionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
