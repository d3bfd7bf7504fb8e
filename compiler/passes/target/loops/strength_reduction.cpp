// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/loops/strength_reduction.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loop_marks.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
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

static bool hasFewAccesses(const Loop &loop) {
  std::size_t count = 0;
  for (const BasicBlock *block : loop.blocks())
    count += count_if(
        *block, [](const Instruction &instruction) { return instruction.mayReadOrWriteMemory(); });
  return count <= limits::reducedAccesses;
}

namespace {

bool isStrengthReduced(const Loop &loop) {
  return loop.isInnermost() &&
         (!findOptionMDForLoop(&loop, gangLoopMark) || (hasProducts(loop) && hasFewAccesses(loop)));
}

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
  if (function.getInstructionCount() >= limits::hugeFunction)
    return PreservedAnalyses::all();
  const SmallVector<Loop *> loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  if (none_of(loops, [](const Loop *loop) { return isStrengthReduced(*loop); }))
    return PreservedAnalyses::all();
  return createFunctionToLoopPassAdaptor(LoopsThatGain()).run(function, analyses);
}

} // namespace weft::compiler
