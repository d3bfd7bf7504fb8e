// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arithmetic/contraction.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-contraction"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(sumsFused, "Fused products and sums");
ALWAYS_ENABLED_STATISTIC(sumsRoundedTwice, "Products and sums that are rounded twice");

PreservedAnalyses ContractionPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetFeatures &target = analyses.getResult<TargetFeaturesAnalysis>(function);
  const unsigned contracted =
      replaceInstructions(function, [&](Instruction &instruction) -> Value * {
        auto *call = dyn_cast<IntrinsicInst>(&instruction);
        if (!call || call->getIntrinsicID() != Intrinsic::fmuladd)
          return nullptr;
        IRBuilder<> builder(call);
        builder.setFastMathFlags(call->getFastMathFlags());
        Value *a = call->getArgOperand(0), *b = call->getArgOperand(1), *c = call->getArgOperand(2);
        Value *result = target.fuses(*call->getType()->getScalarType())
                            ? builder.CreateIntrinsic(Intrinsic::fma, {call->getType()}, {a, b, c})
                            : builder.CreateFAdd(builder.CreateFMul(a, b), c);
        ++(isa<IntrinsicInst>(result) ? sumsFused : sumsRoundedTwice);
        result->takeName(call);
        return result;
      });
  assert(isContracted(function));
  return preservedControlFlow(contracted);
}

} // namespace weft::compiler
