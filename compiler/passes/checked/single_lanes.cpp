// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/single_lanes.h"

#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/support/preserved_control_flow.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses SingleLanesPass::run(Function &function, FunctionAnalysisManager &) {
  return preservedControlFlow(replaceInstructions(function, [](Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    return call && isUniformLaneFunction(*call) ? call->getArgOperand(0) : nullptr;
  }));
}

} // namespace weft::compiler
