// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which products and sums are fused, before any optimisation.
//
// OpenCL C allows an implementation to fuse a * b + c within an expression. Clang expresses that as
// llvm.fmuladd, which leaves the rounding open. Optimisation would choose one or the other: for
// instance, it multiplies constant factors at compile time. Scalar code and vector code of a kernel
// know different constants, so their results would differ. Therefore the pass replaces the
// operation by a fused one if the CPU has an instruction for it, and otherwise by a product and a
// sum.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class ContractionPass : public RequiredPass<ContractionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
