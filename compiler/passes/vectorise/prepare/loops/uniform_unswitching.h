// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits a region that starts with a uniform condition into one region for each outcome.
//
// If a loop contains a barrier, the region after the barrier starts with the test whether the loop
// continues. If a region starts with a branch on a value that is uniform over the group, and no
// block is reachable from both sides, the pass outlines each side as a region, and the condition as
// a function, which the group evaluates once before any work-item runs. Each side has its own
// bounds (index_set_splitting.h) and vector versions, no work-item evaluates the condition, and the
// side that leaves the loop is often empty. The code does not grow, as no block is duplicated.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

struct UniformUnswitch {
  llvm::Function *condition = nullptr; ///< i1 (the region's parameters); null: not split
  llvm::Function *otherwise = nullptr; ///< the region function for false
};

/// If the region is split, the given function becomes the one for true.
UniformUnswitch unswitchUniformCondition(llvm::Function &region);

/// Splits all region functions of a module, for inspection.
class UniformUnswitchingPass : public RequiredPass<UniformUnswitchingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
