// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/uneven_exits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

bool goesRoundWithout(const Loop &loop, const BasicBlock &block, const BasicBlock &exiting) {
  SmallPtrSet<const BasicBlock *, 16> seen{&block, &exiting};
  SmallVector<const BasicBlock *> work{&block};
  while (!work.empty())
    for (const BasicBlock *next : successors(work.pop_back_val())) {
      if (next == loop.getHeader())
        return true;
      if (loop.contains(next) && seen.insert(next).second)
        work.push_back(next);
    }
  return false;
}

static bool isLeftUnevenly(const Loop &loop, UniformityInfo &uniformity) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return uniformity.hasDivergentTerminator(*block) &&
           any_of(exiting, [&](const BasicBlock *exit) {
             return exit != block && goesRoundWithout(loop, *block, *exit);
           });
  });
}

SmallVector<Instruction *> usersBehindUnevenExits(const LoopInfo &loops,
                                                  UniformityInfo &uniformity) {
  SmallVector<Instruction *> found;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!isLeftUnevenly(*loop, uniformity))
      continue;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        for (const User *user : instruction.users())
          if (auto *behind = dyn_cast<Instruction>(const_cast<User *>(user));
              behind && !loop->contains(behind))
            found.push_back(behind);
  }
  return found;
}

} // namespace weft::compiler
