// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which products and sums are rounded once, before anything is optimised.
//
// OpenCL C lets an implementation fuse a * b + c within an expression, and Clang writes that as an
// operation of its own, llvm.fmuladd, whose rounding is left open. Optimisation gives it one or the
// other: constant factors, for instance, are multiplied at compile time. What is known to be
// constant differs between a kernel for one work-item and its lanes, and the results would with it.
// So the operation becomes a fused one where the CPU has an instruction for that, and a product and
// a sum elsewhere.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ContractionPass : public llvm::PassInfoMixin<ContractionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
