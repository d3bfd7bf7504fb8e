// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a function of each region's loops in the work-group function of a large kernel.
//
// Many analyses of LLVM take time for each pair of loops of a function, as they follow the chain of
// dominators above a loop. A kernel of hundreds of regions would have as many loop nests in one
// function. Behind calls each region costs what it costs alone, and the call costs little beside
// the loops over a group's work-items.
//
// What such a function needs of the launch and of the worker it loads again. The ids and sizes of
// the group, and the memory of the group's values, are its parameters.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// The blocks of a region in a work-group function: `begin` dominates them, and all leave through
/// `end`, which is not one of them.
struct RegionBlocks {
  llvm::BasicBlock *begin;
  llvm::BasicBlock *end;
};

/// Moves each region to a function of its own, NAME.region.NUMBER, which is never inlined.
void outlineRegions(llvm::Function &function, llvm::ArrayRef<RegionBlocks> regions);

} // namespace weft::compiler
