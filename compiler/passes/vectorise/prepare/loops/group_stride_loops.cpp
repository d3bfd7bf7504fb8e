// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/group_stride_loops.h"

#include "compiler/passes/analysis/value_ranges.h"
#include "compiler/passes/regions/region_functions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-group-stride-loops"

namespace weft::compiler {

ALWAYS_ENABLED_STATISTIC(loopsVersioned, "Versioned group-stride loops");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// The size limit of a copied loop, in instructions.
constexpr unsigned copyLimit = 200;
constexpr unsigned lowBits = 32;

bool isParameter(const Value *value, unsigned parameter) {
  while (isa<ZExtInst, SExtInst, TruncInst>(value))
    value = cast<CastInst>(value)->getOperand(0);
  return regionParameter(*value) == parameter;
}

// One loop: matched first, then copied.
class StrideLoop {
public:
  explicit StrideLoop(Loop &loop) : loop(loop) {}

  bool matches() {
    entry = loop.getLoopPreheader();
    header = loop.getHeader();
    latch = loop.getLoopLatch();
    return entry && latch && latch != header && loop.getExitingBlock() == header && matchBound() &&
           matchCounter() && size() <= copyLimit && loop.isSafeToClone();
  }

  void copy(LoopInfo &loops, DominatorTree &dominators) {
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
    counter->setIncomingValueForBlock(before, createIndex(after, *base));
    blocks.push_back(body);
    replaceCounter(*base, *body, blocks, *cast<PHINode>(map[counter]));
  }

private:
  // i < n, where i is the counter or the low part of it.
  bool matchBound() {
    const auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    const auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || !loop.contains(branch->getSuccessor(0)))
      return false;
    const bool isSwapped = loop.isLoopInvariant(compare->getOperand(0));
    const auto predicate = isSwapped ? compare->getSwappedPredicate() : compare->getPredicate();
    Value *compared = compare->getOperand(isSwapped);
    bound = compare->getOperand(!isSwapped);
    isSigned = predicate == CmpInst::ICMP_SLT;
    const auto *low = dyn_cast<TruncInst>(compared);
    counter = dyn_cast<PHINode>(low ? low->getOperand(0) : compared);
    if (!counter || counter->getParent() != header || !loop.isLoopInvariant(bound))
      return false;
    width = compared->getType()->getIntegerBitWidth();
    const unsigned whole = counter->getType()->getIntegerBitWidth();
    return (isSigned || predicate == CmpInst::ICMP_ULT) &&
           ((width == 64 && whole == 64) || (width == lowBits && (whole == 64 || whole == width)));
  }

  // The counter must start with the local id and step by the group's size, or by a constant.
  bool matchCounter() {
    const auto *next = dyn_cast<BinaryOperator>(counter->getIncomingValueForBlock(latch));
    if (!next || next->getOpcode() != Instruction::Add ||
        !isParameter(counter->getIncomingValueForBlock(entry), RegionParameters::LocalId))
      return false;
    const Value *first = next->getOperand(0), *second = next->getOperand(1);
    if (isParameter(first, RegionParameters::LocalSize))
      std::swap(first, second);
    return (isParameter(second, RegionParameters::LocalSize) || isFixedStep(*second)) &&
           (first == counter || isIndex(*first, *counter));
  }

  // A constant that cannot take the uniform counter, of 64 bits, beyond the largest number.
  bool isFixedStep(const Value &step) {
    const auto *constant = dyn_cast<ConstantInt>(&step);
    if (!constant || !constant->getValue().isStrictlyPositive() ||
        constant->getValue().getActiveBits() >= lowBits || (width != lowBits && !isSigned))
      return false;
    fixedStep = constant->getZExtValue();
    return true;
  }

  // Whether the value is the counter in 64 bits, if the counter is below the bound.
  bool isIndex(const Value &value, const Value &phi) const {
    if (!value.getType()->isIntegerTy(64))
      return false;
    if (&value == &phi)
      return true;
    if (width == 64)
      return false;
    const auto isLow = [&](const Value *low) {
      return low->getType()->isIntegerTy(lowBits) &&
             (low == &phi || (isa<TruncInst>(low) && cast<TruncInst>(low)->getOperand(0) == &phi));
    };
    if (isa<ZExtInst>(value) || (isSigned && isa<SExtInst>(value)))
      return isLow(cast<CastInst>(value).getOperand(0));
    const auto low = m_SpecificInt(maskTrailingOnes<std::uint64_t>(lowBits));
    const auto high = m_SpecificInt(lowBits);
    return match(&value, m_And(m_Specific(&phi), low)) ||
           (isSigned && match(&value, m_AShr(m_Shl(m_Specific(&phi), high), high)));
  }

  unsigned size() const {
    unsigned count = 0;
    for (const BasicBlock *block : loop.blocks())
      count += block->size();
    return count;
  }

  Argument *parameter(unsigned index) const {
    return find_if(header->getParent()->args(),
                   [&](Argument &argument) { return regionParameter(argument) == index; });
  }

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

  // Null if there are no such sums.
  Value *sumsWrap(IRBuilder<> &builder) const {
    Value *wraps = nullptr;
    for (const auto &[sum, fixed] : sums) {
      Value *exceeds = builder.CreateICmpUGT(bound, builder.CreateNot(builder.CreateFreeze(fixed)));
      wraps = wraps ? builder.CreateOr(wraps, exceeds) : exceeds;
    }
    return wraps;
  }

  // The uniform counter and the copy's condition.
  PHINode *countTogether(BasicBlock &copyEntry, BasicBlock &copyHeader,
                         BasicBlock &copyLatch) const {
    IRBuilder<> before(copyEntry.getTerminator());
    Type *number = before.getInt64Ty();
    Value *groupSize = parameter(RegionParameters::LocalSize);
    Value *end = isSigned ? before.CreateSExt(bound, number) : before.CreateZExt(bound, number);
    if (Value *wraps = sumsWrap(before))
      end = before.CreateSelect(wraps, before.getInt64(0), end);
    IRBuilder<> inHeader(&copyHeader, copyHeader.begin());
    PHINode *base = inHeader.CreatePHI(number, 2, "together");
    inHeader.SetInsertPoint(copyHeader.getTerminator());
    Value *left = inHeader.CreateSub(end, base, "left");
    cast<BranchInst>(copyHeader.getTerminator())
        ->setCondition(isSigned ? inHeader.CreateICmpSGE(left, groupSize)
                                : inHeader.CreateICmpUGE(left, groupSize));
    IRBuilder<> inLatch(copyLatch.getTerminator());
    base->addIncoming(before.getInt64(0), &copyEntry);
    Value *step = fixedStep ? inLatch.getInt64(fixedStep) : groupSize;
    // The end may be the largest number, and a fixed step longer than the group.
    base->addIncoming(inLatch.CreateAdd(base, step, "together.next", true, !fixedStep), &copyLatch);
    return base;
  }

  // In the counter's type.
  Value *createIndex(IRBuilder<> &builder, Value &base) const {
    Value *index =
        builder.CreateAdd(&base, parameter(RegionParameters::LocalId), "index", true, true);
    return builder.CreateTrunc(index, counter->getType());
  }

  // In the copy, the index replaces the counter and values made of it. It is below the bound there,
  // so its low part is all of it.
  void replaceCounter(Value &base, BasicBlock &body, ArrayRef<BasicBlock *> blocks,
                      PHINode &phi) const {
    IRBuilder<> builder(&body, body.begin());
    Value *value = createIndex(builder, base);
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
  BasicBlock *entry = nullptr, *header = nullptr, *latch = nullptr;
  PHINode *counter = nullptr;
  Value *bound = nullptr;
  unsigned width = 0; ///< of what is compared
  bool isSigned = false;
  std::uint64_t fixedStep = 0; ///< none if it is the group's size
  SmallVector<std::pair<BinaryOperator *, Value *>> sums;
};

} // namespace

bool versionGroupStrideLoops(LoopInfo &loops, DominatorTree &dominators) {
  SmallVector<Loop *> candidates(loops.getLoopsInPreorder());
  bool changed = false;
  for (Loop *candidate : candidates)
    if (StrideLoop loop(*candidate); loop.matches()) {
      LLVM_DEBUG(dbgs() << candidate->getHeader()->getParent()->getName() << ": "
                        << candidate->getHeader()->getName() << '\n');
      loop.copy(loops, dominators);
      ++loopsVersioned;
      changed = true;
    }
  return changed;
}

} // namespace weft::compiler
