// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/invariant_loops.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-invariant-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsMoved, "Loops moved out of loops in which they compute the same");

namespace {

// A loop in another one, with what surrounds it there.
struct Nested {
  Loop *inner, *outer;
  BasicBlock *exiting, *exit;
  BranchInst *guard = nullptr; ///< decides whether the inner loop runs; null: it always does
};

class LoopMover {
public:
  LoopMover(Function &function, FunctionAnalysisManager &analyses)
      : loops(analyses.getResult<LoopAnalysis>(function)),
        tree(analyses.getResult<DominatorTreeAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)) {}

  bool run() {
    bool hasMoved = false;
    const auto outerFirst = loops.getLoopsInPreorder();
    for (Loop *loop : reverse(outerFirst))
      while (const auto nested = findInvariant(*loop)) {
        move(*nested);
        hasMoved = true;
        ++loopsMoved;
      }
    return hasMoved;
  }

private:
  std::optional<Nested> findInvariant(Loop &inner) const {
    Nested nested{&inner, inner.getParentLoop(), inner.getExitingBlock(), inner.getExitBlock()};
    if (!nested.outer || !nested.exiting || !nested.exit || !inner.isLoopSimplifyForm() ||
        !nested.outer->getLoopPreheader() || !nested.outer->getLoopLatch())
      return std::nullopt;
    if (!alwaysRuns(*inner.getLoopPreheader(), *nested.outer)) {
      nested.guard = guardOf(inner, *nested.outer);
      if (!nested.guard || !alwaysRuns(*nested.guard->getParent(), *nested.outer))
        return std::nullopt;
    }
    return isInvariant(inner, *nested.outer) && isFiniteLoop(inner) ? std::optional(nested)
                                                                    : std::nullopt;
  }

  // Whether a block runs in each iteration of a loop, the first one and the last one too.
  bool alwaysRuns(const BasicBlock &block, const Loop &loop) const {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    return tree.dominates(&block, loop.getLoopLatch()) &&
           all_of(exiting, [&](const BasicBlock *exit) { return tree.dominates(&block, exit); });
  }

  // The branch that decides alone, and always alike, whether a loop runs.
  static BranchInst *guardOf(const Loop &inner, const Loop &outer) {
    BasicBlock *before = inner.getLoopPreheader()->getSinglePredecessor();
    auto *guard = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    return guard && guard->isConditional() && outer.isLoopInvariant(guard->getCondition()) &&
                   guard->getSuccessor(0) != guard->getSuccessor(1)
               ? guard
               : nullptr;
  }

  static bool isInvariant(const Loop &inner, const Loop &outer) {
    const auto stays = [&](const Value *operand) {
      const auto *definition = dyn_cast<Instruction>(operand);
      return !definition || inner.contains(definition) || !outer.contains(definition);
    };
    return all_of(inner.blocks(), [&](const BasicBlock *block) {
      return all_of(*block, [&](const Instruction &instruction) {
        const bool isPure =
            isa<PHINode>(instruction) || instruction.isTerminator() ||
            (!instruction.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&instruction));
        return isPure && all_of(instruction.operand_values(), stays);
      });
    });
  }

  bool isFiniteLoop(const Loop &inner) const {
    return isFinite(&inner) || evolution.hasLoopInvariantBackedgeTakenCount(&inner);
  }

  // Before: preheader -> outer … (guard ->) start -> inner -> exit
  // After:  preheader (guard ->) inner -> outer … (guard ->) start -> exit
  void move(const Nested &nested) {
    auto &[inner, outer, exiting, exit, guard] = nested;
    BasicBlock *start = inner->getLoopPreheader(), *header = inner->getHeader();
    BasicBlock *before = outer->getLoopPreheader();
    BasicBlock *after = SplitBlock(before, before->getTerminator(), &tree, &loops);
    Function &function = *before->getParent();
    BasicBlock *first = BasicBlock::Create(function.getContext(), "invariant", &function, after);
    BasicBlock *last = BasicBlock::Create(function.getContext(), "invariant.end", &function, after);
    replaceValues(nested, *last, *after);
    header->replacePhiUsesWith(start, first);
    BranchInst::Create(header, first);
    BranchInst::Create(after, last);
    exiting->getTerminator()->replaceSuccessorWith(exit, last);
    start->getTerminator()->replaceSuccessorWith(header, exit);
    branchTo(*before, *first, guard, *start);
    SmallVector<DominatorTree::UpdateType> updates{
        {DominatorTree::Insert, before, first}, {DominatorTree::Insert, first, header},
        {DominatorTree::Insert, exiting, last}, {DominatorTree::Insert, last, after},
        {DominatorTree::Insert, start, exit},   {DominatorTree::Delete, exiting, exit},
        {DominatorTree::Delete, start, header}};
    if (!guard)
      updates.push_back({DominatorTree::Delete, before, after});
    DomTreeUpdater(tree, DomTreeUpdater::UpdateStrategy::Eager).applyUpdates(updates);
    changeParent(*inner, *outer, {first, last});
    evolution.forgetLoop(outer);
    evolution.forgetBlockAndLoopDispositions();
  }

  // What the loop computes reaches the outer loop through a phi where it may not run at all.
  static void replaceValues(const Nested &nested, BasicBlock &last, BasicBlock &after) {
    BasicBlock *before = after.getSinglePredecessor();
    BasicBlock *start = nested.inner->getLoopPreheader();
    for (BasicBlock *block : nested.inner->blocks())
      for (Instruction &instruction : *block) {
        SmallVector<Use *> uses;
        for (Use &use : instruction.uses())
          if (!nested.inner->contains(cast<Instruction>(use.getUser())))
            uses.push_back(&use);
        if (uses.empty())
          continue;
        Value *value = &instruction;
        if (nested.guard) {
          PHINode *phi = PHINode::Create(value->getType(), 2, value->getName(), after.begin());
          phi->addIncoming(value, &last);
          phi->addIncoming(PoisonValue::get(value->getType()), before);
          value = phi;
        }
        for (Use *use : uses)
          use->set(value);
      }
    nested.exit->replacePhiUsesWith(nested.exiting, start);
  }

  static void branchTo(BasicBlock &before, BasicBlock &first, const BranchInst *guard,
                       const BasicBlock &start) {
    Instruction *branch = before.getTerminator();
    BasicBlock *after = branch->getSuccessor(0);
    if (!guard) {
      branch->setSuccessor(0, &first);
      return;
    }
    const bool isFirstWay = guard->getSuccessor(0) == &start;
    auto *copy = BranchInst::Create(isFirstWay ? &first : after, isFirstWay ? after : &first,
                                    guard->getCondition());
    ReplaceInstWithInst(branch, copy);
  }

  void changeParent(Loop &inner, Loop &outer, ArrayRef<BasicBlock *> added) {
    Loop *parent = outer.getParentLoop();
    outer.removeChildLoop(&inner);
    if (parent)
      parent->addChildLoop(&inner);
    else
      loops.addTopLevelLoop(&inner);
    for (BasicBlock *block : inner.blocks())
      outer.removeBlockFromLoop(block);
    for (BasicBlock *block : added)
      if (parent)
        parent->addBasicBlockToLoop(block, loops);
  }

  LoopInfo &loops;
  DominatorTree &tree;
  ScalarEvolution &evolution;
};

} // namespace

PreservedAnalyses InvariantLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!LoopMover(function, analyses).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserve<DominatorTreeAnalysis>();
  preserved.preserve<LoopAnalysis>();
  return preserved;
}

} // namespace weft::compiler
