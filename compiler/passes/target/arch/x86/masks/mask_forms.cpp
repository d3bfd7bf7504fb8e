// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/masks/mask_forms.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/arch/x86/masks/mask_promotion.h"
#include "compiler/passes/target/arch/x86/masks/masked_sums.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses MaskFormsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (analyses.getResult<TargetFeaturesAnalysis>(function).hasMaskRegisters())
    return preservedControlFlow(maskSums(function));
  const CostModel &costs = analyses.getResult<CostModelAnalysis>(function);
  return preservedControlFlow(promoteMasks(function, costs.registerBits()));
}

} // namespace weft::compiler
