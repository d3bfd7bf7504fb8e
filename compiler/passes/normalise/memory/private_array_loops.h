// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops that index private arrays, so that the arrays become values.
//
// The arrays have no more elements than there may be vector registers. An index is known if it is a
// constant in every round of its loops: a formula of constants and of counters of loops that end by
// known conditions after a constant number of rounds, or one of several where known conditions
// choose. The loops of an array whose indices are all known are unrolled, if the function stays
// small enough: inner ones first, but an outer one before those whose number of rounds depends on
// it. SROA then makes values of the array, and no memory is left that lanes would share out. A loop
// with a barrier stays, as each barrier makes a region.
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Whether it computes an address in a private array by an index that is no constant.
bool indexesPrivateArray(const llvm::Instruction &instruction);

/// For functions in SSA form.
class PrivateArrayLoopsPass : public llvm::PassInfoMixin<PrivateArrayLoopsPass> {
public:
  /// `stages`: whether each kernel has VectorStage::PrivateArrayLoops.
  explicit PrivateArrayLoopsPass(VectorStages stages) : stages(stages) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorStages stages;
};

} // namespace weft::compiler
