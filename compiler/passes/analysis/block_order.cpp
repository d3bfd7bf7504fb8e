// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/block_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The blocks of a loop, or of the whole function if null, in a topological order that keeps inner
// loops contiguous: an inner loop counts as one block before its exits.
class BlockOrder {
public:
  BlockOrder(const LoopInfo &loops, const Loop *loop, BasicBlock *start)
      : loops(loops), loop(loop), start(start) {
    visit(start);
  }

  void appendTo(SmallVectorImpl<BasicBlock *> &order) const {
    for (BasicBlock *block : reverse(finished))
      if (const Loop *inner = loops.getLoopFor(block); inner != loop)
        BlockOrder(loops, inner, block).appendTo(order);
      else
        order.push_back(block);
  }

private:
  // The header of the immediate subloop that contains the block, or the block itself.
  BasicBlock *representative(BasicBlock *block) const {
    const Loop *inner = loops.getLoopFor(block);
    if (inner == loop)
      return block;
    while (inner->getParentLoop() != loop)
      inner = inner->getParentLoop();
    return inner->getHeader();
  }

  void visit(BasicBlock *block) {
    if (!seen.insert(block).second)
      return;
    SmallVector<BasicBlock *> next;
    if (const Loop *inner = loops.getLoopFor(block); inner != loop)
      inner->getUniqueExitBlocks(next);
    else
      next.append(succ_begin(block), succ_end(block));
    for (BasicBlock *successor : next)
      if (successor != start && (!loop || loop->contains(successor)))
        visit(representative(successor));
    finished.push_back(block);
  }

  const LoopInfo &loops;
  const Loop *loop;
  BasicBlock *start;
  SmallPtrSet<BasicBlock *, 32> seen;
  SmallVector<BasicBlock *> finished;
};

} // namespace

SmallVector<BasicBlock *> orderBlocks(Function &function, const LoopInfo &loops) {
  SmallVector<BasicBlock *> order;
  BlockOrder(loops, nullptr, &function.getEntryBlock()).appendTo(order);
  return order;
}

} // namespace weft::compiler
