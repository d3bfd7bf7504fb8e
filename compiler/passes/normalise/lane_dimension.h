// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which dimension of the range the lanes of each kernel run along, and writes it down
// (laneDimensionAttribute).
//
// An option may name the dimension; chaos draws one (vector_stages.h). Otherwise the strides of the
// memory accesses decide (lane_dimension_choice.h). A kernel that prints keeps dimension 0, so that
// its lines keep their order. Both tiers of a kernel's code come to the same decision: they number
// its work-groups by it.
#pragma once

#include "compiler/options/lane_dimension.h"
#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LaneDimensionPass : public llvm::PassInfoMixin<LaneDimensionPass> {
public:
  /// `isWanted`: where neither option nor chaos names a dimension, strides may choose one.
  LaneDimensionPass(LaneDimension given, VectorStages stages, bool isWanted)
      : given(given), stages(stages), isWanted(isWanted) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  unsigned dimensionOf(llvm::Function &kernel) const;

  LaneDimension given;
  VectorStages stages;
  bool isWanted;
};

} // namespace weft::compiler
