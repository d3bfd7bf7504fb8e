// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops by whose counters values are known (known_values.h).
#pragma once

#include "compiler/passes/normalise/memory/known_values.h"
#include "compiler/passes/support/loops/loop_unrolling.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::compiler {

/// The loops of one function that may be unrolled, and those of them that are chosen.
class KnownLoops {
public:
  /// `mostInstructions`: about how many the function may have afterwards.
  KnownLoops(llvm::Function &function, std::size_t mostInstructions);

  const llvm::LoopInfo &loops() const { return unroller.loops(); }
  const KnownValues &values() const { return known; }
  llvm::ScalarEvolution &scalarEvolution() { return unroller.scalarEvolution(); }
  /// The number of rounds; 0 where it is not constant.
  unsigned rounds(const llvm::Loop &loop) { return unroller.rounds(loop); }

  /// Chooses these loops too, if they may be unrolled and the function stays small enough.
  void choose(LoopSet set);

  /// Unrolls the innermost of the chosen loops with a constant number of rounds. Returns how many
  /// there were: where there were any, there may be more.
  unsigned run();

private:
  bool isWorthUnrolling(const LoopSet &set);
  bool isLeft(const llvm::Instruction &instruction) const;
  std::size_t instructionsAfter(const llvm::Loop &loop, const LoopSet &set);

  const std::size_t mostInstructions;
  LoopUnroller unroller;
  KnownValues known;
  LoopSet chosen;
  llvm::SmallVector<LoopSet, 2> refused; ///< many accesses may ask for the same loops
};

/// Unrolls what `choose` chooses, inner loops first, until that is nothing. Returns how many loops.
unsigned unrollKnownLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                          std::size_t mostInstructions,
                          llvm::function_ref<void(KnownLoops &)> choose);

} // namespace weft::compiler
