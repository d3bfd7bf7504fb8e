// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/uneven_exits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

bool isLeftUnevenly(const Loop &loop, const BasicBlock &exiting,
                    function_ref<bool(const BasicBlock &)> diverges) {
  const BasicBlock *header = loop.getHeader();
  if (&exiting == header)
    return false; // no path around avoids it
  SmallSetVector<const BasicBlock *, 16> onTheWay;
  const auto addBefore = [&](const BasicBlock &block) {
    for (const BasicBlock *before : predecessors(&block))
      if (before != &exiting && loop.contains(before))
        onTheWay.insert(before);
  };
  addBefore(*header);
  for (unsigned index = 0; index != onTheWay.size(); ++index)
    if (onTheWay[index] != header)
      addBefore(*onTheWay[index]);
  return any_of(onTheWay, [&](const BasicBlock *block) { return diverges(*block); });
}

SmallVector<Instruction *> usersAfterUnevenExits(const LoopInfo &loops,
                                                 UniformityInfo &uniformity) {
  const auto diverges = [&](const BasicBlock &block) {
    return uniformity.hasDivergentTerminator(block);
  };
  SmallVector<Instruction *> found;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    if (none_of(exiting,
                [&](const BasicBlock *block) { return isLeftUnevenly(*loop, *block, diverges); }))
      continue;
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block)
        for (User *user : instruction.users())
          if (auto *behind = cast<Instruction>(user); !loop->contains(behind))
            found.push_back(behind);
  }
  return found;
}

} // namespace weft::compiler
