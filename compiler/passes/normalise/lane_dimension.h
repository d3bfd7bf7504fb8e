// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides along which dimension of the range the lanes of each kernel run, and records it
// (laneDimensionAttribute).
//
// An option may specify the dimension; chaos chooses a random one (vector_stages.h). Otherwise the
// strides of the memory accesses decide (lane_dimension_choice.h). A kernel that prints keeps
// dimension 0, so that its lines keep their order. Both tiers of a kernel's code make the same
// decision: it determines the numbering of work-groups.
#pragma once

#include "compiler/options/lane_dimension.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class LaneDimensionPass : public RequiredPass<LaneDimensionPass> {
public:
  /// `isWanted`: if neither option nor chaos specifies a dimension, strides may choose one.
  LaneDimensionPass(LaneDimension given, VectorStages stages, bool isWanted)
      : given(given), stages(stages), isWanted(isWanted) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned dimensionOf(llvm::Function &kernel) const;

  LaneDimension given;
  VectorStages stages;
  bool isWanted;
};

} // namespace weft::compiler
