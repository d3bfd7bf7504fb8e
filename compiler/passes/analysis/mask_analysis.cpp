// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/mask_analysis.h"

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/analysis/uneven_exits.h"

#include "compiler/passes/analysis/block_order.h"
#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-masks"

namespace weft::compiler {

using namespace llvm;

AnalysisKey MaskAnalysis::Key;

const BlockPlan::Edge &BlockPlan::edgeTo(const BasicBlock &target) const {
  const auto *edge = find_if(edges, [&](const Edge &one) { return one.to == &target; });
  assert(edge != edges.end() && "only successors have edges");
  return *edge;
}

/// Fills a MaskPlan.
class MaskPlanner {
public:
  MaskPlanner(Function &function, FunctionAnalysisManager &analyses, const CostModel &costs,
              MaskPlan &plan)
      : function(function), costs(costs),
        uniformity(analyses.getResult<UniformityInfoAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        postDominators(analyses.getResult<PostDominatorTreeAnalysis>(function)),
        loops(analyses.getResult<LoopAnalysis>(function)),
        speculates(VectorStages::attachedTo(function).run(VectorStage::Speculation)), plan(plan) {}

  void run() {
    order = orderBlocks(function, loops);
    for (auto [index, block] : enumerate(order))
      plan.positions[block] = index;
    pending.assign(order.size(), SmallBitVector(order.size()));
    everPending.resize(order.size());
    findDivergentLoops();
    plan.plans.reserve(order.size());
    for (BasicBlock *block : order) {
      if (!plan.problemText.empty())
        return;
      plan.plans.emplace_back();
      planBlock(plan.plans.back(), *block);
    }
  }

private:
  unsigned positionOf(const BasicBlock &block) const { return plan.positions.lookup(&block); }
  bool diverges(const BasicBlock &block) const { return uniformity.hasDivergentTerminator(block); }
  bool isHeader(const BasicBlock &block) const {
    return loops.isLoopHeader(const_cast<BasicBlock *>(&block));
  }
  void fail(const Twine &text, const Instruction &place) {
    plan.problemText = text.str();
    plan.place = &place;
  }

  void findDivergentLoops();
  bool exitsDivergently(const Loop &loop, const BasicBlock &exiting) const;
  BasicBlock *nextBlock(const BasicBlock &from, ArrayRef<BasicBlock *> targets);
  const BasicBlock *blockAbove(const BasicBlock &block) const;
  bool alwaysFollows(const BasicBlock &block, const BasicBlock &above) const;
  const BasicBlock *ownerOfMask(const BasicBlock &block) const;
  bool haveOneMask(const BasicBlock &block) const;
  bool chooseMask(BlockPlan &block);
  bool isCheap(const BasicBlock &block) const;
  void planBlock(BlockPlan &made, BasicBlock &block);
  void planEdges(BlockPlan &made);
  void planExit(BlockPlan &made);
  BasicBlock *nextOnPath(BlockPlan &made, BasicBlock &to);

  Function &function;
  const CostModel &costs;
  UniformityInfo &uniformity;
  DominatorTree &dominators;
  PostDominatorTree &postDominators;
  LoopInfo &loops;
  const bool speculates;
  MaskPlan &plan;
  SmallVector<BasicBlock *> order;
  std::vector<SmallBitVector> pending; ///< by position, of positions
  SmallBitVector everPending;          ///< among the blocks planned so far
};

// Lanes that leave a loop in one iteration remain pending in later ones.
void MaskPlanner::findDivergentLoops() {
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const BasicBlock *header = loop->getHeader();
    SmallVector<Loop::Edge> exits;
    loop->getExitEdges(exits);
    for (const auto &[from, to] : exits) {
      if (!exitsDivergently(*loop, *from))
        continue;
      pending[positionOf(*header)].set(positionOf(*to));
      everPending.set(positionOf(*to));
      if (!plan.isDivergentLoop(*header))
        plan.divergentLoops.push_back(header);
    }
  }
}

// Whether some lanes may leave the loop from the block while others stay: its branch diverges, or
// only some lanes reach it, or do so in one iteration. In a loop without other exits all lanes
// reach it eventually.
bool MaskPlanner::exitsDivergently(const Loop &loop, const BasicBlock &exiting) const {
  const auto isDivergent = [&](const BasicBlock &block) { return diverges(block); };
  return isLeftUnevenly(loop, exiting, isDivergent) ||
         any_of(loop.blocks(), [&](const BasicBlock *block) {
           return diverges(*block) &&
                  (block == &exiting || !postDominators.dominates(&exiting, block));
         });
}

// The earliest of the pending blocks and the targets is next; the others wait there.
BasicBlock *MaskPlanner::nextBlock(const BasicBlock &from, ArrayRef<BasicBlock *> targets) {
  SmallBitVector waiting = pending[positionOf(from)];
  for (const BasicBlock *target : targets)
    waiting.set(positionOf(*target));
  const int first = waiting.find_first();
  if (first < 0 || static_cast<unsigned>(first) <= positionOf(from)) {
    fail("control flow is not reducible", *from.getTerminator());
    return nullptr;
  }
  waiting.reset(first);
  pending[first] |= waiting;
  everPending |= waiting;
  return order[first];
}

// Nearest dominator outside loops that exclude the block.
const BasicBlock *MaskPlanner::blockAbove(const BasicBlock &block) const {
  const BasicBlock *above = dominators.getNode(&block)->getIDom()->getBlock();
  while (const Loop *left = loops.getLoopFor(above)) {
    if (left->contains(&block))
      break;
    above = dominators.getNode(left->getHeader())->getIDom()->getBlock();
  }
  return above;
}

// Whether the block always follows the one above it before the back edge of a loop that contains
// both: lanes that take the back edge first reach the block later, or in another iteration.
bool MaskPlanner::alwaysFollows(const BasicBlock &block, const BasicBlock &above) const {
  if (!postDominators.dominates(&block, &above))
    return false;
  const Loop *loop = loops.getLoopFor(&block);
  if (!loop)
    return true;
  SmallPtrSet<const BasicBlock *, 16> seen{&above, &block};
  SmallVector<const BasicBlock *> work{&above};
  while (!work.empty())
    for (const BasicBlock *next : successors(work.pop_back_val())) {
      if (next == loop->getHeader())
        return false;
      if (seen.insert(next).second)
        work.push_back(next);
    }
  return true;
}

// The block that defines the mask; null if the block is not planned yet.
const BasicBlock *MaskPlanner::ownerOfMask(const BasicBlock &block) const {
  const BasicBlock *owner = &block;
  while (true) {
    if (positionOf(*owner) >= plan.plans.size())
      return nullptr;
    const BlockPlan &known = plan[*owner];
    if (!known.maskOf)
      return owner;
    owner = known.maskOf;
  }
}

// Whether all lanes of blocks with one mask reach the block together.
bool MaskPlanner::haveOneMask(const BasicBlock &block) const {
  const BasicBlock *owner = ownerOfMask(**pred_begin(&block));
  return owner && all_of(predecessors(&block), [&](const BasicBlock *predecessor) {
           return !diverges(*predecessor) && ownerOfMask(*predecessor) == owner;
         });
}

// Returns whether the block may be reached without active lanes. If no lanes wait for a later
// block, all of them are here, whatever block the mask comes from.
bool MaskPlanner::chooseMask(BlockPlan &made) {
  const BasicBlock &block = *made.block;
  if (&block == &function.getEntryBlock()) {
    made.mask = BlockPlan::Mask::Entry;
    return false;
  }
  const unsigned position = positionOf(block);
  const bool hasPending = pending[position].any();
  const bool isPending = everPending.test(position);
  const auto take = [&](BlockPlan::Mask mask, const BasicBlock &other) {
    made.mask = mask;
    made.maskOf = &other;
    return hasPending && plan[other].mayRunWithoutLanes();
  };
  if (isHeader(block)) {
    const BasicBlock *before = loops.getLoopFor(&block)->getLoopPreheader();
    assert(before && "loops of the canonical form have a preheader");
    if (!isPending && !plan.isDivergentLoop(block))
      return take(BlockPlan::Mask::Together, *before);
    // A preheader has active lanes whenever it runs, and a latch iterates only with some.
    return isPending && hasPending;
  }
  if (const BasicBlock *above = blockAbove(block); alwaysFollows(block, *above))
    return take(BlockPlan::Mask::Follows, *above);
  if (!isPending && haveOneMask(block)) {
    take(BlockPlan::Mask::Together, **pred_begin(&block));
    return hasPending && any_of(predecessors(&block), [&](const BasicBlock *predecessor) {
             return plan[*predecessor].mayRunWithoutLanes();
           });
  }
  return hasPending;
}

// Whether running the block without active lanes costs less than testing for them.
bool MaskPlanner::isCheap(const BasicBlock &block) const {
  const BasicBlock *next = block.getSingleSuccessor();
  const bool isPreheader = next && isHeader(*next);
  const bool decides = !next && !diverges(block);
  if (!speculates || isPreheader || decides || isHeader(block))
    return false;
  const auto cost = costs.speculationCost(block);
  return cost && *cost <= CostModel::unguardedBudget;
}

void MaskPlanner::planBlock(BlockPlan &made, BasicBlock &block) {
  made.block = &block;
  const bool mayBeEmpty = chooseMask(made);
  for (const unsigned waiting : pending[positionOf(block)].set_bits())
    made.pending.push_back(order[waiting]);
  if (mayBeEmpty && isCheap(block)) {
    made.execution = BlockPlan::Execution::Speculated;
  } else if (mayBeEmpty) {
    made.execution = BlockPlan::Execution::Guarded;
    made.withoutLanes = nextBlock(block, {});
  }
  planEdges(made);
  planExit(made);
}

void MaskPlanner::planEdges(BlockPlan &made) {
  BasicBlock &block = *made.block;
  for (BasicBlock *to : successors(&block)) {
    const bool isFirst = isHeader(*to) || (loops.getLoopFor(&block) == loops.getLoopFor(to) &&
                                           all_of(predecessors(to), [&](const BasicBlock *other) {
                                             return positionOf(*other) >= positionOf(block);
                                           }));
    made.edges.push_back({to, isFirst});
  }
}

// The next block on the path to a block; around a loop only while lanes are in it.
BasicBlock *MaskPlanner::nextOnPath(BlockPlan &made, BasicBlock &to) {
  const BasicBlock &from = *made.block;
  if (positionOf(to) > positionOf(from))
    return nextBlock(from, &to);
  const Loop *loop = loops.getLoopFor(&to);
  if (!loop || loop->getHeader() != &to || !loop->contains(&from)) {
    fail("control flow is not reducible", *from.getTerminator());
    return nullptr;
  }
  if (made.mayRunWithoutLanes())
    made.withoutLanes = nextBlock(from, {});
  return &to;
}

void MaskPlanner::planExit(BlockPlan &made) {
  const BasicBlock &block = *made.block;
  const Instruction &terminator = *block.getTerminator();
  if (isa<ReturnInst>(terminator))
    return;
  const auto *branch = dyn_cast<BranchInst>(&terminator);
  if (!branch)
    return fail("control flow ends in '" + Twine(terminator.getOpcodeName()) + "'", terminator);
  BasicBlock *first = branch->getSuccessor(0);
  if (branch->isUnconditional() || first == branch->getSuccessor(1)) {
    made.exit = BlockPlan::Exit::Jump;
    made.next.push_back(nextOnPath(made, *first));
    return;
  }
  BasicBlock *second = branch->getSuccessor(1);
  if (!diverges(block)) {
    made.exit = BlockPlan::Exit::UniformBranch;
    made.next.push_back(nextOnPath(made, *first));
    made.next.push_back(nextOnPath(made, *second));
    return;
  }
  const Loop *loop = loops.getLoopFor(&block);
  const BasicBlock *header = loop ? loop->getHeader() : nullptr;
  if (first == header || second == header) {
    made.exit = BlockPlan::Exit::Latch;
    made.next.push_back(nextBlock(block, {first == header ? second : first}));
    return;
  }
  made.exit = BlockPlan::Exit::DivergentBranch;
  made.next.push_back(nextBlock(block, {first, second}));
}

MaskPlan MaskAnalysis::run(Function &function, FunctionAnalysisManager &analyses) {
  MaskPlan plan;
  MaskPlanner(function, analyses, analyses.getResult<KernelCostsAnalysis>(function).model, plan)
      .run();
  LLVM_DEBUG(plan.print(dbgs()));
  return plan;
}

} // namespace weft::compiler
