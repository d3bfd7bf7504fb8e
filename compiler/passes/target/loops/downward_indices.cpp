// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/loops/downward_indices.h"

#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "weft-downward-indices"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(indicesSubtracted, "Indices that are subtractions again");

namespace {

// Scalar evolution knows the complement, x ^ -1.
bool isDownwardIndex(Instruction &instruction) {
  Value *index = nullptr;
  const APInt *start = nullptr;
  return match(&instruction, m_Xor(m_Value(index), m_APInt(start))) &&
         instruction.getType()->isIntegerTy() && start->isNegative() && !start->isAllOnes() &&
         any_of(instruction.users(), IsaPred<GetElementPtrInst>) &&
         MaskedValueIsZero(index, ~*start, SimplifyQuery(instruction.getDataLayout()));
}

} // namespace

PreservedAnalyses DownwardIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  for (BasicBlock &block : function) {
    if (!loops.getLoopFor(&block))
      continue;
    for (Instruction &instruction : make_early_inc_range(block)) {
      if (!isDownwardIndex(instruction))
        continue;
      IRBuilder<> builder(&instruction);
      Value *difference =
          builder.CreateSub(instruction.getOperand(1), instruction.getOperand(0), "downward");
      instruction.replaceAllUsesWith(difference);
      instruction.eraseFromParent();
      ++indicesSubtracted;
      changed = true;
    }
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
