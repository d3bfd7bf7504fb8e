// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/group_blocks.h"

#include "compiler/passes/support/lanes/lane_functions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

static bool agreesOnLanes(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  const auto *call =
      branch && branch->isConditional() ? dyn_cast<CallBase>(branch->getCondition()) : nullptr;
  return call && isAllLanes(*call);
}

GroupBlocks::GroupBlocks(Function &kernel, const GroupUniformity &uniformity) {
  const PostDominatorTree tree(kernel);
  SmallVector<const BasicBlock *> pending;
  for (const BasicBlock &block : kernel)
    if (uniformity.hasDivergentTerminator(block) && !agreesOnLanes(block))
      pending.push_back(&block);
  SmallPtrSet<const BasicBlock *, 16> seen;
  while (!pending.empty()) {
    const BasicBlock *branch = pending.pop_back_val();
    const auto *node = tree.getNode(branch);
    if (!seen.insert(branch).second || !node)
      continue;
    const auto *end = node->getIDom();
    for (const BasicBlock *successor : successors(branch))
      for (const auto *now = tree.getNode(successor); now && now != end; now = now->getIDom()) {
        if (!now->getBlock() || !divergent.insert(now->getBlock()).second)
          continue;
        if (now->getBlock()->getTerminator()->getNumSuccessors() > 1)
          pending.push_back(now->getBlock());
      }
  }
}

} // namespace weft::compiler
