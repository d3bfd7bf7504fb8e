// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the group decide once what a region's work-items would each decide alike.
//
// Where a loop holds a barrier, the region behind the barrier begins with the loop's condition: go
// on, or leave. When a region begins with a branch on what the whole group shares, and the two ways
// have nothing in common, the region becomes two, each with one of the ways, and a function of its
// own computes the condition before any work-item runs. Then each has its own bounds
// (index_set_splitting.h) and its own vector versions, nothing is tested for every work-item, and
// where a loop ends there is often nothing left to do. The code does not grow, as each block is in
// one of the two only.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

struct UniformUnswitch {
  llvm::Function *condition = nullptr; ///< i1 (the region's parameters); null: nothing to choose
  llvm::Function *otherwise = nullptr; ///< the region function for false
};

/// With a choice, the region function given is left with what happens for true.
UniformUnswitch unswitchUniformCondition(llvm::Function &region);

} // namespace weft::compiler
