// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/range_check_loops.h"

#include "compiler/passes/support/changed_loops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-range-check-loops"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(loopsMade, "Loops over iterations that pass all range checks");

namespace {

using Values = DenseMap<const Value *, Value *>;

/// A comparison that holds: of what changes by a power of two in each iteration, with what stays.
struct RangeCheck {
  CmpInst::Predicate predicate;
  Value *changing, *bound;
  unsigned log2Step;
  bool falls; ///< rather than to grow
};

class RangeCheckLoop {
public:
  RangeCheckLoop(Loop &loop, DominatorTree &tree, ScalarEvolution &evolution)
      : loop(loop), tree(tree), evolution(evolution) {}

  bool run() {
    header = loop.getHeader();
    latch = loop.getLoopLatch();
    if (!latch || !findInside() || !findTail() || !findCounters() || !collectValues())
      return false;
    transform();
    return true;
  }

private:
  // Follows the checks from the header to the blocks of the iterations that pass all of them.
  bool findInside() {
    for (BasicBlock *block = header; !hasEffects(*block);) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      BasicBlock *next = branch ? branch->getSuccessor(0) : nullptr;
      if (!branch || branch->isUnconditional() || !isa<FreezeInst>(branch->getCondition()) ||
          !loop.contains(next) || next->getUniquePredecessor() != block ||
          !addChecks(*branch->getCondition(), /*wanted=*/true, /*isTail=*/false))
        break;
      last = branch;
      block = next;
    }
    if (!last || checks.empty())
      return false;
    entry = last->getSuccessor(0);
    SmallVector<BasicBlock *> dominated;
    tree.getDescendants(entry, dominated);
    inside.insert_range(dominated);
    return all_of(inside, [&](const BasicBlock *block) { return loop.contains(block); });
  }

  // One block follows all ways through the iteration; from there to the end of it nothing happens
  // but counting.
  bool findTail() {
    for (BasicBlock *block : inside)
      for (BasicBlock *next : successors(block))
        if (!inside.contains(next)) {
          if (tail && tail != next)
            return false;
          leaving.push_back(block);
          tail = next;
        }
    if (!tail || !tree.dominates(tail, latch))
      return false;
    for (BasicBlock *block = tail;; block = following(*block)) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || hasEffects(*block))
        return false;
      if (block == latch && branch->getSuccessor(0) != header)
        return false;
      BasicBlock *next = block == latch ? header : following(*block);
      if (!next)
        return false;
      if (branch->isConditional() &&
          !addChecks(*branch->getCondition(), branch->getSuccessor(0) == next, /*isTail=*/true))
        return false;
      if (block == latch)
        return true;
    }
  }

  // The block of the tail that the iteration goes on with; null if there are several.
  BasicBlock *following(BasicBlock &block) const {
    BasicBlock *result = nullptr;
    for (BasicBlock *next : successors(&block))
      if (next != header && loop.contains(next)) {
        if (result || !tree.dominates(tail, next) || next->getUniquePredecessor() != &block)
          return nullptr;
        result = next;
      }
    return result;
  }

  static bool hasEffects(const BasicBlock &block) {
    return any_of(block, [](const Instruction &step) {
      return step.mayHaveSideEffects() || step.mayReadFromMemory();
    });
  }

  // Adds the comparisons that the condition consists of. Adds none, and returns false, where it has
  // others.
  bool addChecks(Value &condition, bool wanted, bool isTail) {
    SmallVectorImpl<RangeCheck> &found = isTail ? tailChecks : checks;
    const std::size_t known = found.size();
    if (collectChecks(condition, wanted, isTail, found))
      return true;
    found.truncate(known);
    return false;
  }

  // What does not change holds where the checks have passed, but in the tail the iteration may end
  // by it.
  bool collectChecks(Value &condition, bool wanted, bool isTail,
                     SmallVectorImpl<RangeCheck> &found) {
    Value *first = nullptr, *second = nullptr;
    if (auto *frozen = dyn_cast<FreezeInst>(&condition))
      return collectChecks(*frozen->getOperand(0), wanted, isTail, found);
    if (wanted ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
               : match(&condition, m_LogicalOr(m_Value(first), m_Value(second))))
      return collectChecks(*first, wanted, isTail, found) &&
             collectChecks(*second, wanted, isTail, found);
    if (loop.isLoopInvariant(&condition))
      return !isTail;
    auto *comparison = dyn_cast<ICmpInst>(&condition);
    if (!comparison || !comparison->getOperand(0)->getType()->isIntegerTy())
      return false;
    CmpInst::Predicate predicate =
        wanted ? comparison->getPredicate() : comparison->getInversePredicate();
    Value *changing = comparison->getOperand(0), *bound = comparison->getOperand(1);
    if (isInvariant(*changing)) {
      std::swap(changing, bound);
      predicate = CmpInst::getSwappedPredicate(predicate);
    }
    if (!isInvariant(*bound))
      return false;
    if (isInvariant(*changing))
      return !isTail;
    const auto step = stepOf(*changing);
    if (!step || !step->abs().isPowerOf2() || step->abs().isOne() || step->getBitWidth() > 64)
      return false;
    found.push_back({predicate, changing, bound, step->abs().logBase2(), step->isNegative()});
    return true;
  }

  bool isInvariant(Value &value) {
    return evolution.isLoopInvariant(evolution.getSCEV(&value), &loop);
  }

  std::optional<APInt> stepOf(Value &value) {
    const auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&value));
    if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine())
      return std::nullopt;
    const auto *step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    return step ? std::optional(step->getAPInt()) : std::nullopt;
  }

  // The header's phis; what comes after them can be computed of them again.
  bool findCounters() {
    for (PHINode &phi : header->phis()) {
      if (!canRepeat(*phi.getIncomingValueForBlock(latch)))
        return false;
      counters.push_back(&phi);
    }
    return all_of(tailChecks, [&](const RangeCheck &check) {
      return canRepeat(*check.changing) && canRepeat(*check.bound);
    });
  }

  // Whether the value consists of the header's phis, of what is known before the loop, and of
  // operations without effects.
  bool canRepeat(Value &value, unsigned depth = 0) const {
    constexpr unsigned depthLimit = 12;
    const auto *step = dyn_cast<Instruction>(&value);
    if (!step || !loop.contains(step))
      return true;
    if (isa<PHINode>(step))
      return step->getParent() == header;
    return depth != depthLimit && !step->mayHaveSideEffects() && !step->mayReadFromMemory() &&
           all_of(step->operands(),
                  [&](const Use &operand) { return canRepeat(*operand, depth + 1); });
  }

  Value *repeat(IRBuilder<> &builder, Value &value, Values &known) const {
    auto *step = dyn_cast<Instruction>(&value);
    if (!step || !loop.contains(step))
      return &value;
    if (Value *found = known.lookup(step))
      return found;
    Instruction *copy = step->clone();
    for (Use &operand : copy->operands())
      operand.set(repeat(builder, *operand, known));
    return known[step] = builder.Insert(copy);
  }

  const BasicBlock &placeOf(const Use &use) const {
    const auto *phi = dyn_cast<PHINode>(use.getUser());
    return phi ? *phi->getIncomingBlock(use) : *cast<Instruction>(use.getUser())->getParent();
  }

  // What comes before the checks have passed, and is used inside, or in the tail and behind it.
  bool collectValues() {
    usesInside.clear();
    usesBehind.clear();
    for (BasicBlock *block : loop.blocks()) {
      if (inside.contains(block) || tree.dominates(tail, block))
        continue;
      for (Instruction &step : *block)
        for (Use &use : step.uses()) {
          const bool isInside = inside.contains(&placeOf(use));
          if (!isInside && !tree.dominates(tail, &placeOf(use)))
            continue;
          if (!canRepeat(step))
            return false;
          (isInside ? usesInside : usesBehind).push_back(&use);
        }
    }
    return true;
  }

  // Of the current iteration and those that follow it: how many pass the checks, and go on to
  // another one.
  Value *countIterations(IRBuilder<> &builder) {
    Values current;
    for (PHINode *counter : counters)
      current[counter] = counter;
    Value *count = nullptr;
    const auto limit = [&](Value *other) {
      count = count ? builder.CreateBinaryIntrinsic(Intrinsic::umin, count, other) : other;
    };
    for (const RangeCheck &check : checks)
      limit(builder.CreateAdd(iterationsBeyond(builder, check, check.changing, check.bound),
                              builder.getInt64(1)));
    for (const RangeCheck &check : tailChecks) {
      Value *changing = repeat(builder, *check.changing, current);
      Value *bound = repeat(builder, *check.bound, current);
      Value *beyond = iterationsBeyond(builder, check, changing, bound);
      limit(builder.CreateSelect(builder.CreateICmp(check.predicate, changing, bound),
                                 builder.CreateAdd(beyond, builder.getInt64(2)),
                                 builder.getInt64(1)));
    }
    return builder.CreateFreeze(count, "iterations");
  }

  // After the current iteration, in which the check holds: in how many it will hold at least. Where
  // the value goes away from the bound, it holds until the value wraps.
  static Value *iterationsBeyond(IRBuilder<> &builder, const RangeCheck &check, Value *changing,
                                 Value *bound) {
    const auto predicate = check.predicate;
    const bool isSigned = CmpInst::isSigned(predicate);
    const unsigned width = changing->getType()->getIntegerBitWidth();
    Value *end = bound;
    bool includesEnd = ICmpInst::isLE(predicate) || ICmpInst::isGE(predicate);
    if (predicate == CmpInst::ICMP_EQ)
      return builder.getInt64(0);
    if (predicate != CmpInst::ICMP_NE &&
        check.falls == (ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate))) {
      end = builder.getInt(check.falls ? isSigned ? APInt::getSignedMinValue(width)
                                                  : APInt::getMinValue(width)
                           : isSigned  ? APInt::getSignedMaxValue(width)
                                       : APInt::getMaxValue(width));
      includesEnd = true;
    }
    Value *room = check.falls ? builder.CreateSub(changing, end) : builder.CreateSub(end, changing);
    if (!includesEnd)
      room = builder.CreateSub(room, ConstantInt::get(room->getType(), 1));
    return builder.CreateZExt(builder.CreateLShr(room, check.log2Step), builder.getInt64Ty());
  }

  void transform() {
    LLVMContext &context = header->getContext();
    Function *function = header->getParent();
    BasicBlock *before = BasicBlock::Create(context, "range.checked.count", function, entry);
    BasicBlock *start = BasicBlock::Create(context, "range.checked", function, entry);
    BasicBlock *again = SplitBlockPredecessors(tail, leaving, ".range.checked", &tree);
    // The split has moved uses.
    [[maybe_unused]] const bool canRepeatAll = collectValues();
    assert(canRepeatAll && "no value is new");
    last->setSuccessor(0, before);
    IRBuilder<> builder(before);
    Value *iterations = countIterations(builder);
    builder.CreateBr(start);
    builder.SetInsertPoint(start);
    PHINode *left = builder.CreatePHI(builder.getInt64Ty(), 2, "iterations.left");
    left->addIncoming(iterations, before);
    Values here;
    for (PHINode *counter : counters) {
      PHINode *phi = builder.CreatePHI(counter->getType(), 2, counter->getName());
      phi->addIncoming(counter, before);
      here[counter] = phi;
    }
    // Each use gets what the inner loop's iteration has; behind it, its last iteration.
    for (Use *use : usesInside)
      use->set(repeat(builder, *use->get(), here));
    for (Use *use : usesBehind)
      repeat(builder, *use->get(), here);
    Values nextCounters = here;
    Instruction *end = again->getTerminator();
    builder.SetInsertPoint(end);
    for (PHINode *counter : counters)
      cast<PHINode>(here[counter])
          ->addIncoming(repeat(builder, *counter->getIncomingValueForBlock(latch), nextCounters),
                        again);
    Value *next = builder.CreateSub(left, builder.getInt64(1), "", /*HasNUW=*/true);
    left->addIncoming(next, again);
    BranchInst *branch =
        builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(0)), tail, start);
    if (MDNode *loopId = loop.getLoopID())
      branch->setMetadata(LLVMContext::MD_loop, loopId);
    end->eraseFromParent();
    builder.SetInsertPoint(start);
    builder.CreateBr(entry);
    entry->replacePhiUsesWith(last->getParent(), start);
    joinBehind(here, *again);
  }

  // Behind the inner loop, values are those of its last iteration.
  void joinBehind(Values &here, BasicBlock &again) {
    Values joined;
    for (Use *use : usesBehind) {
      Value *value = use->get();
      Value *&phi = joined[value];
      if (!phi) {
        auto *made = PHINode::Create(value->getType(), pred_size(tail), "", tail->begin());
        for (BasicBlock *from : predecessors(tail))
          made->addIncoming(from == &again ? here.lookup(value) : value, from);
        phi = made;
      }
      use->set(phi);
    }
  }

  Loop &loop;
  DominatorTree &tree;
  ScalarEvolution &evolution;
  BasicBlock *header = nullptr, *latch = nullptr;
  SmallVector<RangeCheck> checks, tailChecks; ///< for going inside, and for going on
  BranchInst *last = nullptr;                 ///< that checks
  BasicBlock *entry = nullptr;                ///< of what is inside
  SmallSetVector<BasicBlock *, 8> inside;
  SmallVector<BasicBlock *> leaving; ///< the last blocks inside
  BasicBlock *tail = nullptr;        ///< the first block behind
  SmallVector<PHINode *> counters;
  SmallVector<Use *> usesInside, usesBehind;
};

} // namespace

PreservedAnalyses RangeCheckLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const unsigned made = changeLoops(function, analyses, [&](Loop &loop, LoopInfo &) {
    return RangeCheckLoop(loop, analyses.getResult<DominatorTreeAnalysis>(function),
                          analyses.getResult<ScalarEvolutionAnalysis>(function))
        .run();
  });
  loopsMade += made;
  return made == 0 ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
