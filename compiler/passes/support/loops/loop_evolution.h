// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's analyses of one function's loops, for passes that run without their manager.
#pragma once

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
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

/// Whether lanes can have all numbers that the expression is computed from: scalar evolution knows
/// a product by two as a number of 31 bits.
inline bool isOfVectorElements(const llvm::SCEV &expression) {
  return !llvm::SCEVExprContains(
      &expression, [](const llvm::SCEV *part) { return !isVectorElement(*part->getType()); });
}

} // namespace weft::compiler
