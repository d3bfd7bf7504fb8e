// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/findings/divergent_barriers.h"

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/remarks.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// For each block, the blocks whose terminators decide whether it is reached.
using Deciders = DenseMap<const BasicBlock *, SmallSetVector<const BasicBlock *, 4>>;

// Ferrante, Ottenstein and Warren: from each successor up the tree of post-dominators, until a
// block that the branch reaches in any case.
Deciders findDeciders(Function &function) {
  const PostDominatorTree tree(function);
  Deciders deciders;
  for (const BasicBlock &branch : function) {
    if (succ_size(&branch) < 2)
      continue;
    const auto *own = tree.getNode(&branch);
    const auto *end = own ? own->getIDom() : nullptr;
    for (const BasicBlock *successor : successors(&branch))
      for (const auto *node = tree.getNode(successor); node && node != end && node->getBlock();
           node = node->getIDom())
        deciders[node->getBlock()].insert(&branch);
  }
  return deciders;
}

// The first branch that decides over a block and differs, if possible with a line; null if none
// does.
const BasicBlock *findDivergentDecider(const BasicBlock &block, const Deciders &deciders,
                                       const GroupUniformity &uniformity) {
  const BasicBlock *found = nullptr;
  SmallSetVector<const BasicBlock *, 8> pending;
  pending.insert(&block);
  for (unsigned index = 0; index != pending.size(); ++index)
    if (const auto known = deciders.find(pending[index]); known != deciders.end())
      for (const BasicBlock *branch : known->second) {
        pending.insert(branch);
        if (!uniformity.hasDivergentTerminator(*branch))
          continue;
        if (branch->getTerminator()->getDebugLoc())
          return branch;
        found = found ? found : branch;
      }
  return found;
}

StringRef nameOf(PrimitiveKind kind) {
  switch (kind) {
  case PrimitiveKind::GroupStep:
    return "asynchronous copy";
  case PrimitiveKind::Collective:
    return "work-group function";
  default:
    return "barrier";
  }
}

// A branch has the place of its condition.
std::string lineOf(const BasicBlock &branch) {
  const DebugLoc &place = branch.getTerminator()->getDebugLoc();
  return place ? " in line " + std::to_string(place.getLine()) : "";
}

} // namespace

PreservedAnalyses DivergentBarriersPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  const GroupUniformity uniformity(function);
  const Deciders deciders = findDeciders(function);
  for (const Instruction &instruction : instructions(function)) {
    const auto primitive = findPrimitive(instruction);
    if (!primitive || !splitsRegion(primitive->kind))
      continue;
    if (const BasicBlock *branch =
            findDivergentDecider(*instruction.getParent(), deciders, uniformity))
      function.getContext().diagnose(
          Remark(function, "barriers",
                 nameOf(primitive->kind) +
                     " that some work-items of a group may not reach: the condition" +
                     lineOf(*branch) + " may differ between them",
                 instruction.getDebugLoc()));
  }
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
