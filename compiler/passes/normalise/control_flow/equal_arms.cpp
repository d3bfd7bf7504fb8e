// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/equal_arms.h"

#include "compiler/passes/normalise/control_flow/equal_values.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-equal-arms"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(phisReplaced, "Phis of equal computations that became one before");

namespace {

bool replace(PHINode &phi, const DominatorTree &tree) {
  const SmallVector<Value *, 4> incoming(phi.incoming_values());
  if (all_equal(incoming) || !areEqual(incoming))
    return false;
  BasicBlock *begin = beginOfWays(*phi.getParent(), tree);
  if (!begin)
    return false;
  phi.replaceAllUsesWith(copyOf(incoming, *begin->getTerminator()));
  phi.eraseFromParent();
  ++phisReplaced;
  return true;
}

} // namespace

PreservedAnalyses EqualArmsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis()))
      changed |= replace(phi, tree);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
