// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/block_splitting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-block-splitting"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(blocksMade, "Blocks made of parts of huge blocks");

// The parts of a block, of this many instructions each, follow one another.
static bool split(BasicBlock *block, unsigned most) {
  auto left = std::distance(block->getFirstNonPHIIt(), block->end());
  if (left <= std::ptrdiff_t{2} * most)
    return false;
  for (; left > std::ptrdiff_t{2} * most; left -= most) {
    block = block->splitBasicBlock(std::next(block->getFirstNonPHIIt(), most));
    ++blocksMade;
  }
  return true;
}

bool splitHugeBlocks(Function &function, unsigned most) {
  SmallVector<BasicBlock *> blocks(make_pointer_range(function));
  bool changed = false;
  for (BasicBlock *block : blocks)
    changed |= split(block, most);
  return changed;
}

} // namespace weft::compiler
