// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/group_stride_loops.h"

#include "compiler/passes/analysis/affine/extensions.h"
#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loop_marks.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#define DEBUG_TYPE "weft-group-stride-loops"

namespace weft::compiler {

ALWAYS_ENABLED_STATISTIC(loopsVersioned, "Versioned group-stride loops");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned lowBits = 32;
// With bounds of 64 bits up to this one, no sum of a counter below it and a step can overflow.
constexpr std::uint64_t boundLimit = std::uint64_t{1} << 62;

// Bytes have no room for a local id.
bool isParameter(const Value *value, unsigned parameter) {
  while (isa<ZExtInst, SExtInst, TruncInst>(value) && value->getType()->getIntegerBitWidth() > 8)
    value = cast<CastInst>(value)->getOperand(0);
  return regionParameter(*value) == parameter;
}

// One loop: matched first, then copied.
class StrideLoop {
public:
  StrideLoop(Loop &loop, const UniformityInfo &uniformity) : loop(loop), uniformity(uniformity) {}

  bool matches() {
    entry = loop.getLoopPreheader();
    header = loop.getHeader();
    latch = loop.getLoopLatch();
    return entry && latch && latch != header && loop.getExitingBlock() == header && matchBound() &&
           matchCounter() && size() <= limits::groupStrideLoop && loop.isSafeToClone();
  }

  void copy(LoopInfo &loops, DominatorTree &dominators) {
    for (Value *value : {bound, step})
      hoist(*value, *entry->getTerminator());
    findSums();
    BasicBlock *before = SplitBlock(entry, entry->getTerminator(), &dominators, &loops);
    ValueToValueMapTy map;
    SmallVector<BasicBlock *, 8> blocks;
    cloneLoopWithPreheader(before, entry, &loop, map, ".together", &loops, &dominators, blocks);
    remapInstructionsInBlocks(blocks, map);
    entry->getTerminator()->setSuccessor(0, cast<BasicBlock>(map[before]));
    auto *copyHeader = cast<BasicBlock>(map[header]);
    for (const auto &[sum, fixed] : sums)
      cast<BinaryOperator>(map[sum])->setHasNoUnsignedWrap();
    BasicBlock *body =
        SplitEdge(copyHeader, copyHeader->getTerminator()->getSuccessor(0), &dominators, &loops);
    moveToBody(*copyHeader, *body);
    PHINode *base =
        countTogether(*cast<BasicBlock>(map[before]), *copyHeader, *cast<BasicBlock>(map[latch]));
    copyHeader->getTerminator()->setSuccessor(1, before);
    for (PHINode &phi : header->phis())
      phi.setIncomingValueForBlock(before, map[&phi]);
    IRBuilder<> after(before->getTerminator());
    counter->setIncomingValueForBlock(before, createIndex(after, *base, /*isBelowBound=*/false));
    blocks.push_back(body);
    replaceCounter(*base, *body, blocks, *cast<PHINode>(map[counter]));
    // Later passes look for loops of one block.
    if (BasicBlock *behind = body->getUniqueSuccessor()) {
      DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
      MergeBlockIntoPredecessor(behind, &updater, &loops);
    }
    addStringMetadataToLoop(loops.getLoopFor(copyHeader), groupStrideLoopMark.str().c_str(), true);
  }

private:
  // The phi of the header that the value is, or is the low part of.
  PHINode *findCounter(Value *value) const {
    auto *low = dyn_cast<TruncInst>(value);
    auto *phi = dyn_cast<PHINode>(low ? low->getOperand(0) : value);
    return phi && phi->getParent() == header ? phi : nullptr;
  }

  // i < n, where i is the counter or the low part of it.
  bool matchBound() {
    const auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    const auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || !loop.contains(branch->getSuccessor(0)))
      return false;
    const bool isSwapped = !findCounter(compare->getOperand(0));
    const auto predicate = isSwapped ? compare->getSwappedPredicate() : compare->getPredicate();
    Value *compared = compare->getOperand(isSwapped);
    bound = compare->getOperand(!isSwapped);
    isSigned = predicate == CmpInst::ICMP_SLT;
    counter = findCounter(compared);
    if (!counter || !isShared(*bound) || !canHoist(*bound))
      return false;
    width = compared->getType()->getIntegerBitWidth();
    const unsigned whole = counter->getType()->getIntegerBitWidth();
    return (isSigned || predicate == CmpInst::ICMP_ULT) &&
           ((width == 64 && whole == 64) || (width == lowBits && (whole == 64 || whole == width)));
  }

  // The counter must start with the local id plus what the gang shares, and step by what it shares.
  bool matchCounter() {
    const auto *next = dyn_cast<BinaryOperator>(counter->getIncomingValueForBlock(latch));
    start = counter->getIncomingValueForBlock(entry);
    if (!next || next->getOpcode() != Instruction::Add || !isSumWithId(*start))
      return false;
    for (unsigned operand : {0, 1}) {
      const Value *other = next->getOperand(1 - operand);
      step = next->getOperand(operand);
      if ((other == counter || isIndex(*other, *counter)) && isShared(*step) && canHoist(*step))
        return true;
    }
    return false;
  }

  bool isShared(const Value &value) const { return !uniformity.isDivergent(&value); }

  // Whether the value is the local id plus what the gang shares, modulo the size of its type.
  bool isSumWithId(const Value &value) const {
    if (isParameter(&value, RegionParameters::LocalId))
      return true;
    if (const auto *low = dyn_cast<TruncInst>(&value))
      return isSumWithId(*low->getOperand(0));
    const Value *first, *second;
    return match(&value, m_AddLike(m_Value(first), m_Value(second))) &&
           ((isShared(*second) && isSumWithId(*first)) ||
            (isShared(*first) && isSumWithId(*second)));
  }

  // Such a sum without the local id.
  Value *withoutId(IRBuilder<> &builder, Value &value) const {
    if (isParameter(&value, RegionParameters::LocalId))
      return Constant::getNullValue(value.getType());
    if (auto *low = dyn_cast<TruncInst>(&value))
      return builder.CreateTrunc(withoutId(builder, *low->getOperand(0)), low->getType());
    auto &sum = cast<Instruction>(value);
    const bool isSecondShared = isShared(*sum.getOperand(1));
    return builder.CreateAdd(withoutId(builder, *sum.getOperand(!isSecondShared)),
                             sum.getOperand(isSecondShared));
  }

  // Whether the value can be computed in front of the loop, also if that has no iteration.
  bool canHoist(const Value &value) const {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !loop.contains(instruction))
      return true;
    return !isa<PHINode>(instruction) &&
           (isLaunchField(value) || isSafeToSpeculativelyExecute(instruction)) &&
           (isLaunchField(value) || !instruction->mayReadFromMemory()) &&
           all_of(instruction->operand_values(),
                  [&](const Value *operand) { return canHoist(*operand); });
  }

  void hoist(Value &value, Instruction &place) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !loop.contains(instruction))
      return;
    for (Value *operand : instruction->operand_values())
      hoist(*operand, place);
    instruction->moveBefore(place.getIterator());
    instruction->dropPoisonGeneratingFlags();
  }

  // Whether the value is the counter in 64 bits, if the counter is below the bound.
  bool isIndex(const Value &value, const Value &phi) const {
    if (!value.getType()->isIntegerTy(64))
      return false;
    if (&value == &phi)
      return true;
    const auto extension = width == 64 ? std::nullopt : Extension::of(value);
    return extension && extension->bits == lowBits && !extension->shift &&
           (isSigned || !extension->isSigned) &&
           match(extension->operand, m_CombineOr(m_Specific(&phi), m_Trunc(m_Specific(&phi))));
  }

  unsigned size() const {
    unsigned count = 0;
    for (const BasicBlock *block : loop.blocks())
      count += block->size();
    return count;
  }

  Argument *parameter(unsigned index) const { return parameterOf(*header->getParent(), index); }

  // Moves everything but the condition, so that rotating the loop leaves the uniform counter as its
  // only phi.
  static void moveToBody(BasicBlock &copyHeader, BasicBlock &body) {
    body.splice(body.begin(), &copyHeader, copyHeader.getFirstNonPHIIt(),
                copyHeader.getTerminator()->getIterator());
  }

  // Sums of the low part of an unsigned counter and a loop-invariant value. If none of them can
  // wrap below the bound, they get no-wrap flags; otherwise the copy is skipped.
  void findSums() {
    if (isSigned || width != lowBits)
      return;
    bool hoists = false;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : make_early_inc_range(*block)) {
        Value *fixed;
        if (match(&instruction,
                  m_c_Add(m_CombineOr(m_Specific(counter), m_Trunc(m_Specific(counter))),
                          m_Value(fixed))) &&
            instruction.getType()->isIntegerTy(lowBits) && !instruction.hasNoUnsignedWrap() &&
            loop.makeLoopInvariant(fixed, hoists))
          sums.push_back({cast<BinaryOperator>(&instruction), fixed});
      }
  }

  // Whether such a sum wraps.
  Value *sumsWrap(IRBuilder<> &builder) const {
    Value *wraps = builder.getFalse();
    for (const auto &[sum, fixed] : sums)
      wraps = builder.CreateOr(
          wraps, builder.CreateICmpUGT(bound, builder.CreateNot(builder.CreateFreeze(fixed))));
    return wraps;
  }

  Value *widen(IRBuilder<> &builder, Value *value, bool isNegative) const {
    return isNegative ? builder.CreateSExt(value, builder.getInt64Ty())
                      : builder.CreateZExt(value, builder.getInt64Ty());
  }

  static APInt longestStep() { return APInt::getLowBitsSet(64, lowBits); }

  bool hasShortStep() const {
    return rangeInSmallLaunch(*step).zextOrTrunc(64).getUnsignedMax().ule(longestStep());
  }

  // Whether the copy is skipped because its counter, which starts with `origin`, could overflow.
  Value *mayOverflow(IRBuilder<> &builder, Value *origin, Value *end, Value *pace) const {
    Value *overflows = sumsWrap(builder);
    if (!rangeInSmallLaunch(*origin).isAllNonNegative())
      overflows = builder.CreateOr(overflows, builder.CreateIsNeg(origin));
    if (width == 64)
      overflows =
          builder.CreateOr(overflows, builder.CreateICmpUGT(end, builder.getInt64(boundLimit)));
    if (!hasShortStep())
      overflows =
          builder.CreateOr(overflows, builder.CreateICmpUGT(pace, builder.getInt(longestStep())));
    return overflows;
  }

  // The uniform counter and the copy's condition.
  PHINode *countTogether(BasicBlock &copyEntry, BasicBlock &copyHeader,
                         BasicBlock &copyLatch) const {
    IRBuilder<> before(copyEntry.getTerminator());
    Value *origin = widen(before, withoutId(before, *start), isSigned);
    Value *pace = widen(before, hasShortStep() ? step : before.CreateFreeze(step), false);
    Value *end = widen(before, bound, isSigned);
    end = before.CreateSelect(mayOverflow(before, origin, end, pace), origin, end);
    IRBuilder<> inHeader(&copyHeader, copyHeader.begin());
    PHINode *base = inHeader.CreatePHI(before.getInt64Ty(), 2, "together");
    inHeader.SetInsertPoint(copyHeader.getTerminator());
    // The counter may have passed the end.
    Value *left = inHeader.CreateSub(end, base, "left");
    cast<BranchInst>(copyHeader.getTerminator())
        ->setCondition(inHeader.CreateICmpSGE(left, parameter(RegionParameters::LocalSize)));
    IRBuilder<> inLatch(copyLatch.getTerminator());
    base->addIncoming(origin, &copyEntry);
    base->addIncoming(inLatch.CreateAdd(base, pace, "together.next", true, true), &copyLatch);
    return base;
  }

  // In the counter's type.
  Value *createIndex(IRBuilder<> &builder, Value &base, bool isBelowBound) const {
    Value *index = builder.CreateAdd(&base, parameter(RegionParameters::LocalId), "index",
                                     isBelowBound, isBelowBound);
    return builder.CreateTrunc(index, counter->getType());
  }

  // In the copy, the index replaces the counter and values made of it. It is below the bound there,
  // so its low part is all of it.
  void replaceCounter(Value &base, BasicBlock &body, ArrayRef<BasicBlock *> blocks,
                      PHINode &phi) const {
    IRBuilder<> builder(&body, body.begin());
    Value *value = createIndex(builder, base, /*isBelowBound=*/true);
    Value *index = isa<TruncInst>(value) ? cast<TruncInst>(value)->getOperand(0) : value;
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block)
        if (&instruction != &phi && &instruction != index && isIndex(instruction, phi))
          instruction.replaceAllUsesWith(index);
    phi.replaceAllUsesWith(value);
    phi.eraseFromParent();
    for (User *user : index->users())
      if (auto *low = dyn_cast<TruncInst>(user); low && low->getType()->isIntegerTy(width)) {
        low->setHasNoUnsignedWrap(true);
        low->setHasNoSignedWrap(isSigned);
      }
  }

  Loop &loop;
  const UniformityInfo &uniformity;
  BasicBlock *entry = nullptr, *header = nullptr, *latch = nullptr;
  PHINode *counter = nullptr;
  Value *start = nullptr, *bound = nullptr, *step = nullptr;
  unsigned width = 0; ///< of what is compared
  bool isSigned = false;
  SmallVector<std::pair<BinaryOperator *, Value *>> sums;
};

} // namespace

PreservedAnalyses GroupStrideLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (hasLinearSubGroups(function))
    return PreservedAnalyses::all();
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  SmallVector<Loop *> candidates(loops.getLoopsInPreorder());
  bool changed = false;
  for (Loop *candidate : candidates)
    if (StrideLoop loop(*candidate, uniformity); loop.matches()) {
      LLVM_DEBUG(dbgs() << candidate->getHeader()->getParent()->getName() << ": "
                        << candidate->getHeader()->getName() << '\n');
      loop.copy(loops, dominators);
      ++loopsVersioned;
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
