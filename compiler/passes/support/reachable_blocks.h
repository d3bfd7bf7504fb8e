// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reachability from a block.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace weft::compiler {

/// The block itself and all blocks reachable from it.
inline llvm::SmallPtrSet<const llvm::BasicBlock *, 16>
reachableFrom(const llvm::BasicBlock &start) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen{&start};
  llvm::SmallVector<const llvm::BasicBlock *> work{&start};
  while (!work.empty())
    for (const llvm::BasicBlock *next : llvm::successors(work.pop_back_val()))
      if (seen.insert(next).second)
        work.push_back(next);
  return seen;
}

} // namespace weft::compiler
