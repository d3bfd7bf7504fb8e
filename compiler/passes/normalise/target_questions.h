// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers the kernel library's queries about the CPU, before any optimisation.
//
// The library is compiled once for all CPUs. If an instruction of some of them saves many, a
// library function has two paths, which give the same results, and queries by a call of
// `__weft_cpu_scales`: whether an instruction multiplies a float by 2^n for any integer n, as
// llvm.ldexp does. The pass replaces the call by a constant, and the remains of the other path are
// deleted.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class TargetQuestionsPass : public RequiredPass<TargetQuestionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
