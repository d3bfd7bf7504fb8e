// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/control_dependence.h"

#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/library_calls.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

namespace weft::compiler {

using namespace llvm;

static bool agreesOnLanes(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  const auto *call =
      branch && branch->isConditional() ? dyn_cast<CallBase>(branch->getCondition()) : nullptr;
  return call && isAllLanes(*call);
}

void dropUnreachableDefaults(Function &kernel) {
  for (BasicBlock &block : kernel) {
    auto *choice = dyn_cast<SwitchInst>(block.getTerminator());
    BasicBlock *nowhere = choice ? choice->getDefaultDest() : nullptr;
    if (!nowhere || !isa<UnreachableInst>(nowhere->front()) || choice->getNumCases() == 0)
      continue;
    BasicBlock *other = choice->case_begin()->getCaseSuccessor();
    for (PHINode &phi : other->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(&block), &block);
    choice->setDefaultDest(other);
  }
  removeUnreachableBlocks(kernel);
}

ControlDependence::ControlDependence(Function &kernel) {
  const PostDominatorTree tree(kernel);
  for (const BasicBlock &branch : kernel) {
    if (succ_size(&branch) < 2)
      continue;
    const auto *own = tree.getNode(&branch);
    const auto *end = own ? own->getIDom() : nullptr;
    for (const BasicBlock *successor : successors(&branch))
      for (const auto *node = tree.getNode(successor); node && node != end && node->getBlock();
           node = node->getIDom())
        direct[node->getBlock()].insert(&branch);
  }
}

ControlDependence::Branches ControlDependence::branchesAbove(const BasicBlock &block) const {
  Branches branches;
  const auto add = [&](const BasicBlock &below) {
    if (const auto known = direct.find(&below); known != direct.end())
      branches.insert_range(known->second);
  };
  add(block);
  for (unsigned index = 0; index != branches.size(); ++index)
    add(*branches[index]);
  return branches;
}

bool ControlDependence::isExecutedByAll(const BasicBlock &block,
                                        const GroupUniformity &uniformity) const {
  return none_of(branchesAbove(block), [&](const BasicBlock *branch) {
    return uniformity.hasDivergentTerminator(*branch) && !agreesOnLanes(*branch);
  });
}

StringRef nameOfGroupCall(const Instruction &call) {
  const auto primitive = findPrimitive(call);
  if (primitive && primitive->kind == PrimitiveKind::GroupStep)
    return calleeName(call).starts_with(checkStepPrefix) ? "wait" : "asynchronous copy";
  return primitive && primitive->kind == PrimitiveKind::Collective ? "work-group function"
                                                                   : "barrier";
}

} // namespace weft::compiler
