// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/target_questions.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-target-questions"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(questionsAnswered, "Resolved queries about the CPU");

PreservedAnalyses TargetQuestionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (calleeName(instruction) != scalesQuestion)
      continue;
    const bool scales = analyses.getResult<TargetFeaturesAnalysis>(function).scalesByPowers();
    instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), scales));
    instruction.eraseFromParent();
    ++questionsAnswered;
    changed = true;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
