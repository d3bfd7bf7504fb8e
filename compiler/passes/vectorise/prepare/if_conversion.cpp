// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/if_conversion.h"

#include "compiler/passes/analysis/gang_analyses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-if-conversion"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(branchesConverted, "Divergent branches replaced by selects");
ALWAYS_ENABLED_STATISTIC(exitsMerged, "Divergent exits of loops merged");

namespace {

// Moves everything except the terminator to the end of a block that dominates `from`. Unlike LLVM's
// helper, keeps the lines, for remarks.
void hoist(BasicBlock &from, BasicBlock &to) {
  for (Instruction &instruction : drop_end(from))
    instruction.dropUBImplyingAttrsAndMetadata();
  to.splice(to.getTerminator()->getIterator(), &from, from.begin(),
            from.getTerminator()->getIterator());
}

class IfConversion {
public:
  IfConversion(Function &function, UniformityInfo &uniformity, LoopInfo &loops,
               const CostModel &costs)
      : function(function), loops(loops), costs(costs) {
    for (BasicBlock &block : function)
      if (uniformity.hasDivergentTerminator(block))
        divergent.insert(&block);
  }

  bool run() {
    for (BasicBlock &block : function)
      if (block.getUniquePredecessor())
        FoldSingleEntryPHINodes(&block);
    bool isAnyChanged = false;
    bool isChanged = true;
    while (isChanged) {
      isChanged = false;
      // Inner branches come first, so that outer ones count what remains of them.
      const SmallVector<BasicBlock *> order(post_order(&function.getEntryBlock()));
      for (BasicBlock *block : order) {
        if (removal.isBBPendingDeletion(block))
          continue;
        const bool isConverted = convertSides(*block);
        const bool isMerged = !isConverted && mergeExits(*block);
        branchesConverted += isConverted;
        exitsMerged += isMerged;
        isChanged |= isConverted || isMerged || mergeNext(*block);
      }
      isAnyChanged |= isChanged;
    }
    return isAnyChanged;
  }

private:
  bool isDivergent(const BasicBlock &block) const { return divergent.contains(&block); }

  void remove(BasicBlock &block) {
    loops.removeBlock(&block);
    removal.deleteBB(&block);
  }

  // The block where all successors that belong to the branch alone meet; null if there is none.
  BasicBlock *meetingOf(BasicBlock &block) const {
    BasicBlock *meeting = nullptr;
    const Loop *loop = loops.getLoopFor(&block);
    const auto isSide = [&](BasicBlock *successor) {
      return successor->getUniquePredecessor() == &block && successor->getSingleSuccessor() &&
             !isa<PHINode>(successor->front()) && loops.getLoopFor(successor) == loop;
    };
    for (BasicBlock *successor : successors(&block)) {
      BasicBlock *next = isSide(successor) ? successor->getSingleSuccessor() : successor;
      if (meeting && next != meeting)
        return nullptr;
      meeting = next;
    }
    if (!meeting || meeting == &block || loops.getLoopFor(meeting) != loop)
      return nullptr;
    return loops.isLoopHeader(meeting) ? nullptr : meeting;
  }

  // The condition under which the terminator selects the successor, as one value.
  Value *conditionOf(Instruction &terminator, BasicBlock *successor, IRBuilder<> &builder) {
    if (auto *branch = dyn_cast<BranchInst>(&terminator))
      return branch->getSuccessor(0) == successor ? branch->getCondition()
                                                  : builder.CreateNot(branch->getCondition());
    auto *choice = cast<SwitchInst>(&terminator);
    Value *result = nullptr;
    for (const auto &handle : choice->cases()) {
      if (handle.getCaseSuccessor() != successor)
        continue;
      Value *equal = builder.CreateICmpEQ(choice->getCondition(), handle.getCaseValue());
      result = result ? builder.CreateOr(result, equal) : equal;
    }
    return result;
  }

  // The cost of running the block for all lanes; nothing if it must not.
  std::optional<unsigned> costOfMoving(const BasicBlock &block) const {
    return isa<PHINode>(block.front()) ? std::nullopt : costs.speculationCost(block);
  }

  // Whether branch weights of the source make one side rare: a branch then usually skips it.
  static bool hasRareSide(const Instruction &terminator) {
    SmallVector<std::uint32_t> weights;
    if (!extractBranchWeights(terminator, weights))
      return false;
    return *max_element(weights) / 100 > *min_element(weights);
  }

  bool convertSides(BasicBlock &block) {
    Instruction &terminator = *block.getTerminator();
    auto *branch = dyn_cast<BranchInst>(&terminator);
    auto *choice = dyn_cast<SwitchInst>(&terminator);
    if (!isDivergent(block) || !((branch && branch->isConditional()) || choice) ||
        hasRareSide(terminator))
      return false;
    BasicBlock *meeting = meetingOf(block);
    if (!meeting)
      return false;
    SmallVector<BasicBlock *> sides;
    unsigned cost = choice ? choice->getNumCases() : 0;
    for (BasicBlock *successor : successors(&block)) {
      if (successor == meeting || is_contained(sides, successor))
        continue;
      const auto own = costOfMoving(*successor);
      if (!own)
        return false;
      cost += *own;
      sides.push_back(successor);
    }
    cost += range_size(meeting->phis()) * std::max<std::size_t>(sides.size(), 1);
    if (cost > CostModel::sidesBudget * (choice ? 2 : 1))
      return false;
    for (BasicBlock *side : sides)
      hoist(*side, block);
    selectAtMeeting(block, *meeting, sides);
    return true;
  }

  void selectAtMeeting(BasicBlock &block, BasicBlock &meeting, ArrayRef<BasicBlock *> sides) {
    Instruction &terminator = *block.getTerminator();
    IRBuilder<> builder(&terminator);
    // The default of a switch, or a branch's second successor: taken if no condition holds.
    auto *choice = dyn_cast<SwitchInst>(&terminator);
    BasicBlock *otherwise = choice ? choice->getDefaultDest() : terminator.getSuccessor(1);
    MapVector<BasicBlock *, Value *> conditions;
    for (BasicBlock *successor : successors(&block))
      if (successor != otherwise && !conditions.contains(successor))
        conditions[successor] = conditionOf(terminator, successor, builder);
    for (PHINode &phi : meeting.phis()) {
      const auto valueFrom = [&](BasicBlock *successor) {
        return phi.getIncomingValueForBlock(successor == &meeting ? &block : successor);
      };
      Value *value = valueFrom(otherwise);
      for (const auto &[successor, condition] : conditions)
        value = builder.CreateSelect(condition, valueFrom(successor), value);
      for (unsigned index = phi.getNumIncomingValues(); index-- != 0;)
        if (phi.getIncomingBlock(index) == &block ||
            is_contained(sides, phi.getIncomingBlock(index)))
          phi.removeIncomingValue(index, /*DeletePHIIfEmpty=*/false);
      phi.addIncoming(value, &block);
    }
    builder.CreateBr(&meeting);
    terminator.eraseFromParent();
    divergent.erase(&block);
    for (BasicBlock *side : sides)
      remove(*side);
  }

  bool isLeftAtDifferentTimes(const Loop &loop) const {
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    return any_of(exiting, [&](BasicBlock *block) { return isDivergent(*block); });
  }

  // The block's conditional branch, if one successor stays in the loop and the other leaves it.
  static BranchInst *exitOf(BasicBlock &block, const Loop &loop) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() ||
        loop.contains(branch->getSuccessor(0)) == loop.contains(branch->getSuccessor(1)))
      return nullptr;
    return branch;
  }

  bool mergeExits(BasicBlock &block) {
    Loop *loop = loops.getLoopFor(&block);
    BranchInst *first = loop ? exitOf(block, *loop) : nullptr;
    if (!first || !isLeftAtDifferentTimes(*loop))
      return false;
    const bool leavesWhenTrue = !loop->contains(first->getSuccessor(0));
    BasicBlock *next = first->getSuccessor(leavesWhenTrue ? 1 : 0);
    // If all lanes leave together, the rest of the iteration is wasted.
    const unsigned budget =
        isDivergent(block) ? CostModel::iterationBudget : CostModel::sidesBudget;
    if (next->getUniquePredecessor() != &block || next == loop->getHeader() ||
        loops.getLoopFor(next) != loop)
      return false;
    const auto cost = costOfMoving(*next);
    if (!cost || *cost > budget)
      return false;
    BranchInst *second = exitOf(*next, *loop);
    if (!second && !(next == loop->getLoopLatch() && next->getSingleSuccessor()))
      return false;
    hoist(*next, block);
    if (second) {
      joinExits(block, *next, *first, *second, *loop);
    } else {
      BasicBlock *header = loop->getHeader();
      header->replacePhiUsesWith(next, &block);
      first->setSuccessor(leavesWhenTrue ? 1 : 0, header);
    }
    remove(*next);
    return true;
  }

  void joinExits(BasicBlock &block, BasicBlock &next, BranchInst &first, BranchInst &second,
                 Loop &loop) {
    const bool firstLeavesWhenTrue = !loop.contains(first.getSuccessor(0));
    const bool secondLeavesWhenTrue = !loop.contains(second.getSuccessor(0));
    BasicBlock *firstExit = first.getSuccessor(firstLeavesWhenTrue ? 0 : 1);
    BasicBlock *secondExit = second.getSuccessor(secondLeavesWhenTrue ? 0 : 1);
    BasicBlock *inside = second.getSuccessor(secondLeavesWhenTrue ? 1 : 0);
    IRBuilder<> builder(&first);
    // Whether the loop continues.
    Value *firstStays = first.getCondition();
    if (firstLeavesWhenTrue)
      firstStays = builder.CreateNot(firstStays);
    Value *secondStays = second.getCondition();
    if (secondLeavesWhenTrue)
      secondStays = builder.CreateNot(secondStays);
    Value *stays = builder.CreateLogicalAnd(firstStays, secondStays);
    BasicBlock *exit = firstExit;
    if (firstExit == secondExit) {
      for (PHINode &phi : exit->phis()) {
        Value *value = builder.CreateSelect(firstStays, phi.getIncomingValueForBlock(&next),
                                            phi.getIncomingValueForBlock(&block));
        phi.removeIncomingValue(&next, /*DeletePHIIfEmpty=*/false);
        phi.setIncomingValueForBlock(&block, value);
      }
    } else {
      exit = BasicBlock::Create(function.getContext(), "left", &function, firstExit);
      IRBuilder<> atExit(exit);
      if (isDivergent(block) || isDivergent(next))
        divergent.insert(exit);
      firstExit->replacePhiUsesWith(&block, exit);
      secondExit->replacePhiUsesWith(&next, exit);
      atExit.CreateCondBr(firstStays, secondExit, firstExit);
      Loop *outer = loops.getLoopFor(firstExit);
      if (Loop *other = loops.getLoopFor(secondExit); other && (!outer || outer->contains(other)))
        outer = other;
      if (outer)
        outer->addBasicBlockToLoop(exit, loops);
    }
    inside->replacePhiUsesWith(&next, &block);
    builder.CreateCondBr(stays, inside, exit);
    if (isDivergent(next))
      divergent.insert(&block);
    first.eraseFromParent();
  }

  // Merges a block with its only successor, if that has no other predecessor.
  bool mergeNext(BasicBlock &block) {
    BasicBlock *next = block.getSingleSuccessor();
    if (!next || !isa<BranchInst>(block.getTerminator()) ||
        loops.getLoopFor(next) != loops.getLoopFor(&block) ||
        !MergeBlockIntoPredecessor(next, &removal, &loops))
      return false;
    if (isDivergent(*next))
      divergent.insert(&block);
    return true;
  }

  Function &function;
  LoopInfo &loops;
  const CostModel &costs;
  SmallPtrSet<const BasicBlock *, 16> divergent;                ///< whose terminators are
  DomTreeUpdater removal{DomTreeUpdater::UpdateStrategy::Lazy}; ///< so that addresses stay unique
};

} // namespace

PreservedAnalyses IfConversionPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const bool changed = IfConversion(function, analyses.getResult<UniformityInfoAnalysis>(function),
                                    analyses.getResult<LoopAnalysis>(function),
                                    analyses.getResult<KernelCostsAnalysis>(function).model)
                           .run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
