// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of one function that may be unrolled, and those of them that are chosen.
#pragma once

#include "compiler/passes/normalise/loops/known_values.h"
#include "compiler/passes/support/loops/loop_unrolling.h"

namespace weft::compiler {

/// Whether a barrier, or another call that ends a region, is in the loop.
bool hasSplits(const llvm::Loop &loop);

class UnrollCandidates {
public:
  explicit UnrollCandidates(llvm::Function &function);

  const llvm::LoopInfo &loops() const { return unroller.loops(); }
  const KnownValues &values() const { return known; }
  llvm::ScalarEvolution &scalarEvolution() { return unroller.scalarEvolution(); }
  /// The number of rounds; 0 where it is not constant.
  unsigned rounds(const llvm::Loop &loop) { return unroller.rounds(loop); }

  /// Chooses these loops too, if they may be unrolled and the function stays within the budget.
  /// Loops with barriers are left out, as each barrier makes a region, unless the reason is about
  /// them.
  void choose(LoopSet set, bool mayHaveSplits = false);

  /// Unrolls the innermost of the chosen loops with a constant number of rounds. Returns how many
  /// there were: where there were any, there may be more.
  unsigned unroll();

private:
  bool staysInBudget(const LoopSet &set);
  bool isLeft(const llvm::Instruction &instruction) const;
  std::size_t instructionsAfter(const llvm::Loop &loop, const LoopSet &set);

  LoopUnroller unroller;
  KnownValues known;
  LoopSet chosen;
  llvm::SmallVector<LoopSet, 2> refused; ///< many accesses may ask for the same loops
};

} // namespace weft::compiler
