// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of a function's blocks in straight-line code.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// All reachable blocks, in a topological order that keeps loops contiguous. Back edges are
/// ignored.
llvm::SmallVector<llvm::BasicBlock *> orderBlocks(llvm::Function &function,
                                                  const llvm::LoopInfo &loops);

} // namespace weft::compiler
