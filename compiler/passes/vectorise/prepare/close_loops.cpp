// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/close_loops.h"

#include "compiler/passes/analysis/uneven_exits.h"
#include "compiler/passes/vectorise/prepare/vector_phis.h"

#include "llvm/Transforms/Utils/LCSSA.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses CloseLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  LCSSAPass().run(function, analyses);
  splitVectorPhis(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  const auto users = usersAfterUnevenExits(analyses.getResult<LoopAnalysis>(function),
                                           analyses.getResult<UniformityInfoAnalysis>(function));
  for (Instruction *user : users)
    user->setMetadata(unevenExitMetadata, MDNode::get(function.getContext(), {}));
  // The freshly computed analysis remains valid if there is no mark that it did not know about.
  return users.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
