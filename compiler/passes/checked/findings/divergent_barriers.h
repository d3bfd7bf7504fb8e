// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds barriers that not all work-items of a group may reach, without running the kernel.
//
// A block is executed by all work-items alike unless a branch decides over it whose condition may
// differ between them (group_uniformity.h). The branches that decide over a block are those of
// which one way leads to it surely and another may not (control dependence), and the branches that
// decide over those. Remarks of the kind "barriers" tell of each barrier with such a branch.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class DivergentBarriersPass : public llvm::PassInfoMixin<DivergentBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
