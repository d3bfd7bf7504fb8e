// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hoists a computation that every predecessor of a phi makes alike, and replaces the phi by it.
//
// LLVM merges the stores at the ends of two branches into one, and joins their addresses by a phi.
// What producers of SPIR-V modules have optimised often looks so. Each branch computes the address
// anew, and the phi hides that neighbouring work-items store side by side. The pass compares the
// incoming values of a phi: they are equal if they are the same operations on equal values. It
// copies such a computation to the nearest block that dominates all predecessors.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class EqualArmsPass : public llvm::PassInfoMixin<EqualArmsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
