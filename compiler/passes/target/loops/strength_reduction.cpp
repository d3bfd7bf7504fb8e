// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/loops/strength_reduction.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/loops/loop_bases.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "weft-strength-reduction"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsReduced, "Strength-reduced loops");

static bool hasProducts(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return instruction.getOpcode() == Instruction::Mul && instruction.getType()->isIntegerTy() &&
             !isa<Constant>(instruction.getOperand(1));
    });
  });
}

bool isStrengthReduced(const Loop &loop) {
  return loop.isInnermost() && (!findOptionMDForLoop(&loop, gangLoopMark) || hasProducts(loop));
}

namespace {

struct LoopsThatGain : PassInfoMixin<LoopsThatGain> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &standard, LPMUpdater &updater) {
    if (!isStrengthReduced(loop))
      return PreservedAnalyses::all();
    ++loopsReduced;
    return LoopStrengthReducePass().run(loop, analyses, standard, updater);
  }
};

} // namespace

// The adaptor simplifies all loops of the function, so it is called only if there is one to reduce.
PreservedAnalyses StrengthReductionPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  PreservedAnalyses preserved = preservedControlFlow(boundLoopBases(function, analyses));
  analyses.invalidate(function, preserved);
  if (function.getInstructionCount() >= limits::hugeFunction)
    return preserved;
  const SmallVector<Loop *> loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  if (none_of(loops, [](const Loop *loop) { return isStrengthReduced(*loop); }))
    return preserved;
  PreservedAnalyses all = createFunctionToLoopPassAdaptor(LoopsThatGain()).run(function, analyses);
  all.intersect(preserved);
  return all;
}

} // namespace weft::compiler
