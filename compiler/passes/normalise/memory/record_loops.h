// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops in which each work-item goes over a record of its own.
//
//   for (i = 0; i < 3; ++i) for (k = 0; k < 3; ++k) sum[i] += a[get_global_id(0) * 9 + i * 3 + k];
//
// The lanes of such a load lie apart, so that each would be gathered by itself. In straight code
// the places within a record are constants: equal loads are one, neighbouring ones are read
// together for all lanes (adjacent_accesses.h), and what is computed of the counters is constant.
//
// An access goes over a record if its address is the sum of something that does not change in the
// loop, and of what is known in each of its rounds (known_values.h), and if it advances from one
// work-item to the next by the constant size of a short record. The loops that the place depends on
// are unrolled, if they are short and the function stays small. A loop with a barrier stays, as one
// does that indexes a private array, or that only writes what it makes of each element: LLVM
// vectorises the latter for single work-items (contiguous_loops.h).
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// For functions in SSA form.
class RecordLoopsPass : public llvm::PassInfoMixin<RecordLoopsPass> {
public:
  /// `stages`: whether each kernel has VectorStage::RecordLoops.
  explicit RecordLoopsPass(VectorStages stages) : stages(stages) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorStages stages;
};

} // namespace weft::compiler
