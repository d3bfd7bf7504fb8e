// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops of a function, with analyses of its own.
#pragma once

#include "compiler/passes/support/loops/loop_evolution.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace weft::compiler {

/// Unrolls loops of one function and keeps its analyses true.
class LoopUnroller {
public:
  explicit LoopUnroller(llvm::Function &function);

  const llvm::LoopInfo &loops() const { return analyses.loops; }
  llvm::ScalarEvolution &scalarEvolution() { return analyses.evolution; }

  /// The number of rounds; 0 where it is not constant, or the loop cannot be unrolled.
  unsigned rounds(const llvm::Loop &loop);

  /// Makes straight code of a loop with a constant number of rounds. The loops inside stay loops,
  /// once for each round. Returns whether it did; the loop is gone then. Where it did not, the
  /// function may still have new phis.
  bool unroll(llvm::Loop &loop);

  /// Makes one round of so many. Another loop does the rounds that are left over. Returns whether
  /// it did; where it did not, the function may still have new phis.
  bool unrollBy(llvm::Loop &loop, unsigned count);

private:
  llvm::LoopUnrollResult apply(llvm::Loop &loop, const llvm::UnrollLoopOptions &options);

  LoopEvolution analyses;
  llvm::TargetTransformInfo costs;
  llvm::OptimizationRemarkEmitter remarks;
};

} // namespace weft::compiler
