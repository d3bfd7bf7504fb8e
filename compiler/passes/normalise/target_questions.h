// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers what the kernel library asks about the CPU, before any optimisation.
//
// The library is compiled once for all CPUs. Where an instruction of some of them saves many, a
// function of the library has two ways, which give the same results, and asks by a call of
// `__weft_cpu_scales`: whether an instruction multiplies a float by 2^n for any whole n, as
// llvm.ldexp does. The pass replaces the call by a constant, and what is left of the other way
// goes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class TargetQuestionsPass : public llvm::PassInfoMixin<TargetQuestionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
