// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/single_lanes.h"

#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses SingleLanesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isUniformLaneFunction(*call)) {
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
      changed = true;
    }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
