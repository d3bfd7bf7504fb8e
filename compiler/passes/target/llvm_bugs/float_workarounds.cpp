// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/float_workarounds.h"

#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/llvm_bugs/negated_sums.h"
#include "compiler/passes/target/llvm_bugs/signaling_nans.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses FloatWorkaroundsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = fenceNegatedSums(function);
  changed |= quietSignalingNaNs(function);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
