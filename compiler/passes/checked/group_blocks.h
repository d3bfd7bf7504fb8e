// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocks of a kernel all work-items of a group execute together.
//
// A block is executed by some alone if it is control dependent on a divergent branch, or on a
// branch of such a block. Branches on what all lanes agree on (lane_functions.h) lead to the same
// code, and separate no work-items.
#pragma once

#include "compiler/passes/analysis/group_uniformity.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace weft::compiler {

class GroupBlocks {
public:
  GroupBlocks(llvm::Function &kernel, const GroupUniformity &uniformity);

  bool isExecutedByAll(const llvm::BasicBlock &block) const { return !divergent.contains(&block); }

private:
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> divergent;
};

} // namespace weft::compiler
