// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/many_loops.h"

#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/LoopInfo.h"

#include <cstdint>

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses ManyLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const std::uint64_t loops =
      analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder().size();
  if (loops * function.getInstructionCount() >= limits::loopWork)
    function.addFnAttr(manyLoopsAttribute);
  else
    function.removeFnAttr(manyLoopsAttribute);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
