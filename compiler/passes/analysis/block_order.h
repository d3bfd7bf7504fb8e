// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which straight-line code has the blocks of a function.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// All blocks that can be reached, in a topological order that keeps the blocks of each loop
/// together. Backward edges count as absent.
llvm::SmallVector<llvm::BasicBlock *> orderBlocks(llvm::Function &function,
                                                  const llvm::LoopInfo &loops);

} // namespace weft::compiler
