// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops with constant numbers of rounds where straight code gives lanes what a loop cannot.
//
// The reasons are those of a table (full_unroll.cpp): private arrays become values
// (array_loops.cpp), places in records become constants (record_loops.cpp), and rounds between
// barriers become regions of their own (barrier_loops.cpp). Each chooses loops, one reason after
// the other. The innermost of those with a constant number of rounds are unrolled, and the choice
// is made anew, until nothing is chosen: an outer loop comes before those whose number of rounds
// depends on it. All reasons share one budget, of what the function may have afterwards
// (unroll_candidates.h). Loops of image reads are unrolled in regions, where the built-ins are
// inlined (image_loops.h).
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// For functions in SSA form.
class FullUnrollPass : public llvm::PassInfoMixin<FullUnrollPass> {
public:
  /// `stages`: those of each kernel say which reasons count.
  explicit FullUnrollPass(VectorStages stages) : stages(stages) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorStages stages;
};

} // namespace weft::compiler
