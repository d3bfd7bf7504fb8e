// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-invariant-loops: moves loops that always compute the same to the front of the loops around.
//
// What all work-items compute alike is computed once for each gang. LLVM hoists single instructions
// out of the loops over gangs, groups and ranges of groups, but no loops, such as those that sum up
// the weights of a filter. This pass does, from the inner loops to the outer ones: a loop without
// accesses to memory, whose operands do not change in the loop around it, and which runs in each of
// its iterations, goes to its preheader. A condition in front of the loop that does not change
// either, such as that it runs at all, goes with it.
//
// It follows LLVM's hoisting, which leaves the operands outside.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InvariantLoopsPass : public llvm::PassInfoMixin<InvariantLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
