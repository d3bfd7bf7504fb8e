// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/join_equal_returns.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace weft::compiler {

using namespace llvm;

static bool join(BasicBlock &exit) {
  const auto *number =
      dyn_cast_or_null<PHINode>(cast<ReturnInst>(exit.getTerminator())->getReturnValue());
  if (!number || number->getParent() != &exit || number->hasConstantValue())
    return false;
  MapVector<Value *, SmallSetVector<BasicBlock *, 4>> predecessorsOf;
  for (const auto &[value, from] : zip(number->incoming_values(), number->blocks()))
    predecessorsOf[value.get()].insert(from);
  bool changed = false;
  for (const auto &[value, blocks] : predecessorsOf)
    if (blocks.size() > 1)
      changed |= SplitBlockPredecessors(&exit, blocks.getArrayRef(), ".same") != nullptr;
  return changed;
}

PreservedAnalyses JoinEqualReturnsPass::run(Function &function, FunctionAnalysisManager &) {
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator()))
      return join(block) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
