// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's analyses of one function's loops, for passes that run without their manager.
#pragma once

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Who changes the function's control flow keeps them true, or makes them anew.
struct LoopEvolution {
  explicit LoopEvolution(llvm::Function &function)
      : libraryTable(function.getParent()->getTargetTriple()), library(libraryTable, &function),
        assumptions(function), dominators(function), loops(dominators),
        evolution(function, library, assumptions, dominators, loops) {}

  llvm::TargetLibraryInfoImpl libraryTable;
  llvm::TargetLibraryInfo library;
  llvm::AssumptionCache assumptions;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::ScalarEvolution evolution;
};

} // namespace weft::compiler
