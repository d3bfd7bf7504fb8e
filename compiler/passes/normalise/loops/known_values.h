// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which values are constants once loops with constant trip counts are unrolled.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace weft::compiler {

using LoopSet = llvm::SmallSetVector<const llvm::Loop *, 8>;

/// The values that are constant in every iteration of their loops. This is the greatest solution:
/// initially all expressions are, and phis whose path is selected by expressions. Then those with
/// other operands are removed, and so are their users: other expressions, and the counters of loops
/// whose exits depend on them.
class KnownValues {
public:
  /// `loops`: those of the function; they must outlive this and stay.
  KnownValues(llvm::Function &function, const llvm::LoopInfo &loops);

  bool isKnown(const llvm::Value &value) const {
    return llvm::isa<llvm::Constant, llvm::BasicBlock>(value) || known.contains(&value);
  }

  /// Adds the loops whose counters a known value depends on, also by the ends of such loops.
  void addLoopsOf(const llvm::Value &value, LoopSet &counting) const;

private:
  bool isChosen(llvm::Instruction &instruction);
  void forget(llvm::Instruction &instruction);

  const llvm::LoopInfo &loops;
  const llvm::DominatorTree tree;
  llvm::SmallPtrSet<const llvm::Value *, 32> known;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<llvm::PHINode *, 2>>
      chosenBy; ///< the condition of a branch
  llvm::SmallVector<llvm::Instruction *> work;
};

} // namespace weft::compiler
