// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms loops one after another, when each change invalidates loop analyses.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Calls `change` for each loop, outer ones first and each header once, including new loops. It
/// returns whether it changed the function. Returns the number of changed loops.
inline unsigned changeLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                            llvm::function_ref<bool(llvm::Loop &, llvm::LoopInfo &)> change) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> tried;
  const auto changeOne = [&] {
    auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      if (tried.insert(loop->getHeader()).second && change(*loop, loops))
        return true;
    return false;
  };
  unsigned changed = 0;
  for (; changeOne(); ++changed)
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  return changed;
}

} // namespace weft::compiler
