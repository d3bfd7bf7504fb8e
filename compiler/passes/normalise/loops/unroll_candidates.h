// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of one function that may be unrolled, and the selected ones.
#pragma once

#include "compiler/passes/normalise/loops/known_values.h"
#include "compiler/passes/support/loops/loop_unrolling.h"

namespace weft::compiler {

/// Whether the loop contains a barrier, or another call that ends a region.
bool hasSplits(const llvm::Loop &loop);

class UnrollCandidates {
public:
  explicit UnrollCandidates(llvm::Function &function);

  const llvm::LoopInfo &loops() const { return unroller.loops(); }
  const KnownValues &values() const { return known; }
  llvm::ScalarEvolution &scalarEvolution() { return unroller.scalarEvolution(); }
  /// The trip count; 0 if it is not constant.
  unsigned rounds(const llvm::Loop &loop) { return unroller.rounds(loop); }

  /// Selects these loops too, if they may be unrolled and the function stays within the budget.
  /// Loops with barriers are excluded unless `mayHaveSplits`, as each barrier begins a region.
  void choose(LoopSet set, bool mayHaveSplits = false);

  /// Unrolls the innermost selected loops with a constant trip count. Returns their number; if it
  /// is not 0, there may be more.
  unsigned unroll();

private:
  bool staysInBudget(const LoopSet &set);
  bool isLeft(const llvm::Instruction &instruction) const;
  std::size_t instructionsAfter(const llvm::Loop &loop, const LoopSet &set);

  LoopUnroller unroller;
  KnownValues known;
  LoopSet chosen;
  llvm::SmallVector<LoopSet, 2> refused; ///< many accesses may select the same loops
};

} // namespace weft::compiler
