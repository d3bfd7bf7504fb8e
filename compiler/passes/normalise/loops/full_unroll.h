// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fully unrolls loops with constant trip counts if straight-line code serves lanes better.
//
// There is a table of reasons (full_unroll.cpp): private arrays become values (array_loops.cpp),
// offsets in records become constants (record_loops.cpp), and iterations between barriers become
// separate regions (barrier_loops.cpp). The reasons select loops one after another. The innermost
// selected loops with a constant trip count are unrolled, and the selection is repeated until it is
// empty: an outer loop is unrolled before those whose trip count depends on it. All reasons share
// one budget for the resulting size of the function (unroll_candidates.h). Loops of image reads are
// unrolled in regions, where the built-ins are inlined (image_loops.h).
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Requires SSA form.
class FullUnrollPass : public llvm::PassInfoMixin<FullUnrollPass> {
public:
  /// `stages`: those of each kernel enable the reasons.
  explicit FullUnrollPass(VectorStages stages) : stages(stages) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorStages stages;
};

} // namespace weft::compiler
