// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/loop_exits.h"

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/analysis/uneven_exits.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-loop-exits"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(exitsKept, "Exits that were kept in their loops");

namespace {

using Users = SmallSetVector<const Function *, 16>;
using Blocks = SmallPtrSet<BasicBlock *, 16>;
using Edge = std::pair<BasicBlock *, BasicBlock *>;

bool usesSubGroup(const BasicBlock &block, const Users &users) {
  return any_of(block, [&](const Instruction &instruction) {
    const Function *callee = calleeOf(instruction);
    return callee && (users.contains(callee) || findSubGroupFunction(instruction));
  });
}

// The blocks that the source has in the loop and that do not return to it.
Blocks blocksOfExits(const Loop &loop) {
  Blocks found, passed;
  bool isInside = false;
  for (BasicBlock &block : *loop.getHeader()->getParent()) {
    isInside |= &block == loop.getHeader();
    if (!loop.contains(&block)) {
      if (isInside)
        passed.insert(&block);
      continue;
    }
    found.insert_range(passed);
    passed.clear();
  }
  return found;
}

// The block and those of `exits` from which it is reached through a sub-group operation.
bool comesFromOperation(BasicBlock &block, const Blocks &exits, const Users &users) {
  SmallSetVector<BasicBlock *, 8> before;
  before.insert(&block);
  for (unsigned index = 0; index != before.size(); ++index) {
    if (usesSubGroup(*before[index], users))
      return true;
    for (BasicBlock *predecessor : predecessors(before[index]))
      if (exits.contains(predecessor))
        before.insert(predecessor);
  }
  return false;
}

SmallVector<Edge> findBreakExits(const Loop &loop, const Users &users) {
  const Blocks exits = blocksOfExits(loop);
  const auto uses = [&](const BasicBlock *block) { return usesSubGroup(*block, users); };
  if (none_of(loop.blocks(), uses) && none_of(exits, uses))
    return {};
  SmallVector<Edge> edges;
  const auto addFrom = [&](BasicBlock &from) {
    for (BasicBlock *to : SmallSetVector<BasicBlock *, 4>(succ_begin(&from), succ_end(&from)))
      if (!loop.contains(to) && !exits.contains(to))
        edges.emplace_back(&from, to);
  };
  for (BasicBlock *block : loop.blocks())
    if (isa<SwitchInst>(block->getTerminator()))
      addFrom(*block);
  for (BasicBlock &block : *loop.getHeader()->getParent())
    if (exits.contains(&block) && comesFromOperation(block, exits, users))
      addFrom(block);
  return edges;
}

// Branches to the header unless the work-items leave.
void keepInLoop(const Edge &edge, BasicBlock &header) {
  BasicBlock *between = SplitEdge(edge.first, edge.second);
  Instruction *end = between->getTerminator();
  IRBuilder<> builder(end);
  CallInst *leaves = callUndefined(builder, "__weft_sub_group_leaves_loop", builder.getInt1Ty(), {},
                                   MemoryEffects::inaccessibleMemOnly());
  leaves->getCalledFunction()->setConvergent();
  builder.CreateCondBr(leaves, edge.second, &header);
  end->eraseFromParent();
  for (PHINode &phi : header.phis())
    phi.addIncoming(&phi, between);
  ++exitsKept;
}

using FindExits = function_ref<SmallVector<Edge>(const Loop &)>;

// Keeps the exits that `find` returns for each loop in it; false if there is none.
bool keepExits(Function &function, FindExits find) {
  SmallVector<BasicBlock *> headers;
  {
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (const Loop *loop : loops.getLoopsInPreorder())
      headers.push_back(loop->getHeader());
  }
  bool changed = false;
  // Inner loops first: an exit from several loops leaves each of them.
  for (BasicBlock *header : reverse(headers)) {
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    const Loop *loop = loops.getLoopFor(header);
    if (!loop || loop->getHeader() != header)
      continue;
    for (const Edge &edge : find(*loop)) {
      keepInLoop(edge, *header);
      changed = true;
    }
  }
  return changed;
}

bool isKept(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  const auto *condition =
      branch && branch->isConditional() ? dyn_cast<Instruction>(branch->getCondition()) : nullptr;
  const auto function = condition ? findSubGroupFunction(*condition) : std::nullopt;
  return function && function->action == SubGroupAction::LeavesLoop;
}

SmallVector<Edge> findUnevenExits(const Loop &loop) {
  if (none_of(loop.blocks(), [](const BasicBlock *block) { return usesSubGroup(*block, {}); }))
    return {};
  const GroupUniformity uniformity(*loop.getHeader()->getParent());
  const auto diverges = [&](const BasicBlock &block) {
    return uniformity.hasDivergentTerminator(block);
  };
  SmallVector<Edge> edges;
  for (BasicBlock *block : loop.blocks())
    if (!isKept(*block) && (diverges(*block) || isLeftUnevenly(loop, *block, diverges)))
      for (BasicBlock *to : SmallSetVector<BasicBlock *, 4>(succ_begin(block), succ_end(block)))
        if (!loop.contains(to))
          edges.emplace_back(block, to);
  return edges;
}

} // namespace

PreservedAnalyses BreakBlocksPass::run(Module &module, ModuleAnalysisManager &) {
  assert(isRetargeted(module));
  const Users users = findSubGroupUsers(module);
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclaration() && users.contains(&function))
      changed |= keepExits(function, [&](const Loop &loop) { return findBreakExits(loop, users); });
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses LoopExitsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!usesSubGroups(function))
    return PreservedAnalyses::all();
  return keepExits(function, findUnevenExits) ? PreservedAnalyses::none()
                                              : PreservedAnalyses::all();
}

} // namespace weft::compiler
