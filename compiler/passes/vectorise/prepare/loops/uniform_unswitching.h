// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates a uniform condition at the start of a region once for the group.
//
// Where a loop contains a barrier, the region behind the barrier starts with the loop's condition:
// continue or leave. If a region starts with a branch on a value that the whole group shares, and
// the two sides have no block in common, the pass makes two regions of it, one for each side. A
// function of its own computes the condition before any work-item runs. Then each region has its
// own bounds (index_set_splitting.h) and its own vector versions, no work-item tests the condition,
// and the side that leaves the loop is often empty. The code does not grow, as each block is in one
// of the two regions.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

struct UniformUnswitch {
  llvm::Function *condition = nullptr; ///< i1 (the region's parameters); null: there is none
  llvm::Function *otherwise = nullptr; ///< the region function for false
};

/// If there is a condition, the given region function becomes the one for true.
UniformUnswitch unswitchUniformCondition(llvm::Function &region);

/// Does it for all region functions of a module, to look at it.
class UniformUnswitchingPass : public llvm::PassInfoMixin<UniformUnswitchingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
