// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/target_questions.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-target-questions"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(questionsAnswered, "Resolved queries about the CPU");

PreservedAnalyses TargetQuestionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const bool scales = analyses.getResult<TargetFeaturesAnalysis>(function).scalesByPowers();
  const unsigned answered = replaceInstructions(function, [&](Instruction &instruction) {
    return calleeName(instruction) == scalesQuestion
               ? ConstantInt::get(instruction.getType(), scales)
               : nullptr;
  });
  questionsAnswered += answered;
  return preservedControlFlow(answered);
}

} // namespace weft::compiler
