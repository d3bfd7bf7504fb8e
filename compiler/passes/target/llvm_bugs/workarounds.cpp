// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/workarounds.h"

#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/llvm_bugs/byte_shuffles.h"
#include "compiler/passes/target/llvm_bugs/lane_stores.h"
#include "compiler/passes/target/llvm_bugs/masked_selects.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses WorkaroundsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetFeatures &features = analyses.getResult<TargetFeaturesAnalysis>(function);
  bool changed = storeLanes(function);
  changed |= changeByteShuffles(function, features);
  changed |= fenceMaskedSelects(function, features);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
