// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/masks/mask_promotion.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"

#include <map>

#define DEBUG_TYPE "weft-mask-forms"

namespace weft::compiler {

ALWAYS_ENABLED_STATISTIC(masksPromoted, "Promoted masks");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool isMask(const Value &value) {
  const auto *type = dyn_cast<FixedVectorType>(value.getType());
  return type && type->getElementType()->isIntegerTy(1) && type->getNumElements() > 1 &&
         isPowerOf2_32(type->getNumElements());
}

// Whether the instruction combines masks lane by lane.
bool isLogic(const Value &value) {
  if (!isMask(value))
    return false;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::PHI:
  case Instruction::Freeze:
  case Instruction::Select:
    return true;
  default:
    return false;
  }
}

bool leavesBlock(const Instruction &mask) {
  return any_of(mask.users(), [&](const User *user) {
    return isa<PHINode>(user) || cast<Instruction>(user)->getParent() != mask.getParent();
  });
}

class MaskWidener {
public:
  MaskWidener(Function &function, unsigned registerBits)
      : function(function), layout(function.getDataLayout()), registerBits(registerBits) {}

  bool run() {
    findMasks();
    if (masks.empty())
      return false;
    chooseWidths();
    masksPromoted += masks.size();
    LLVM_DEBUG(dbgs() << function.getName() << ": " << masks.size() << " masks keep their width\n");
    for (Instruction *mask : masks)
      if (isa<PHINode>(mask))
        wide[mask] = PHINode::Create(wideType(*mask), 0, "mask", mask->getIterator());
    for (Instruction *mask : masks)
      wideOf(mask);
    fillPhis();
    for (Instruction *mask : masks)
      replaceUses(*mask);
    eraseReplaced();
    return true;
  }

private:
  // Finds masks that are live across blocks, and masks connected to them by logic.
  void findMasks() {
    for (Instruction &instruction : instructions(function))
      if (isMask(instruction) && (isa<PHINode>(instruction) || leavesBlock(instruction)))
        masks.insert(&instruction);
    for (unsigned next = 0; next != masks.size(); ++next) {
      Instruction *mask = masks[next];
      classes.insert(mask);
      if (isLogic(*mask))
        for (Value *operand : mask->operands())
          if (auto *made = dyn_cast<Instruction>(operand); made && isMask(*made)) {
            masks.insert(made);
            classes.unionSets(mask, made);
          }
      for (User *user : mask->users())
        if (isLogic(*user)) {
          masks.insert(cast<Instruction>(user));
          classes.unionSets(mask, cast<Instruction>(user));
        }
    }
  }

  unsigned elementBits(const Value &value) const {
    return layout.getTypeSizeInBits(value.getType()->getScalarType());
  }

  // Calls `vote` with the width of each comparison that defines the mask and of each select that
  // uses it.
  template <class Vote> void forEachWidth(const Instruction &mask, Vote vote) const {
    if (const auto *comparison = dyn_cast<CmpInst>(&mask))
      vote(elementBits(*comparison->getOperand(0)));
    for (const User *user : mask.users()) {
      if (const auto *select = dyn_cast<SelectInst>(user); select && !isMask(*select))
        vote(elementBits(*select));
      const auto *access = dyn_cast<IntrinsicInst>(user);
      if (access && access->getIntrinsicID() == Intrinsic::masked_load)
        vote(elementBits(*access));
      if (access && access->getIntrinsicID() == Intrinsic::masked_store)
        vote(elementBits(*access->getArgOperand(0)));
    }
  }

  void chooseWidths() {
    for (const auto *one : classes) {
      if (!one->isLeader())
        continue;
      std::map<unsigned, unsigned> votes;
      unsigned best = 32;
      for (Instruction *mask : classes.members(*one))
        forEachWidth(*mask, [&](unsigned bits) {
          if (isPowerOf2_32(bits) && bits >= 8 && bits <= 64)
            ++votes[bits];
        });
      for (const auto &[bits, count] : votes)
        if (count > votes[best])
          best = bits;
      constexpr unsigned minRegisterBits = 128;
      best = std::max(best, minRegisterBits / elementsOf(*one->getData()));
      for (Instruction *mask : classes.members(*one))
        widths[mask] = best;
    }
  }

  Type *wideType(const Instruction &mask) const {
    assert(widths.contains(&mask) && "each mask is in a class, and that has a width");
    return FixedVectorType::get(IntegerType::get(function.getContext(), widths.lookup(&mask)),
                                elementsOf(mask));
  }

  // The wide form of an operand of logic of `type`.
  Value *wideOperand(Value *mask, Type *type, IRBuilder<> &builder) {
    auto *made = dyn_cast<Instruction>(mask);
    return made ? wideOf(made) : builder.CreateSExt(mask, type);
  }

  Value *wideOf(Instruction *mask) {
    if (Value *known = wide.lookup(mask))
      return known;
    IRBuilder<> builder(mask->getNextNode());
    Value *made = isLogic(*mask) ? wideLogic(*mask, builder)
                                 : builder.CreateSExt(mask, wideType(*mask), "mask");
    wide[mask] = made;
    return made;
  }

  Value *wideLogic(Instruction &mask, IRBuilder<> &builder) {
    Type *type = wideType(mask);
    const auto operand = [&](unsigned number) {
      return wideOperand(mask.getOperand(number), type, builder);
    };
    if (auto *select = dyn_cast<SelectInst>(&mask))
      return wideSelect(*select, type, builder);
    if (isa<FreezeInst>(mask))
      return builder.CreateFreeze(operand(0));
    Value *left = operand(0);
    return builder.CreateBinOp(cast<BinaryOperator>(mask).getOpcode(), left, operand(1));
  }

  // Unselected lanes may hold poison, so a select that becomes bitwise logic freezes them.
  Value *wideSelect(SelectInst &select, Type *type, IRBuilder<> &builder) {
    Value *first = wideOperand(select.getTrueValue(), type, builder);
    Value *second = wideOperand(select.getFalseValue(), type, builder);
    Value *condition = select.getCondition();
    if (!isMask(*condition))
      return builder.CreateSelect(condition, first, second);
    Value *chooses = wideOperand(condition, type, builder);
    if (match(select.getFalseValue(), m_Zero()))
      return builder.CreateAnd(chooses, builder.CreateFreeze(first));
    if (match(select.getTrueValue(), m_AllOnes()))
      return builder.CreateOr(chooses, builder.CreateFreeze(second));
    return builder.CreateSelect(signsOf(chooses, builder), first, second);
  }

  static Value *signsOf(Value *wideMask, IRBuilder<> &builder) {
    return builder.CreateICmpSLT(wideMask, Constant::getNullValue(wideMask->getType()));
  }

  void fillPhis() {
    for (Instruction *mask : masks) {
      auto *phi = dyn_cast<PHINode>(mask);
      if (!phi)
        continue;
      auto *replacement = cast<PHINode>(wide[phi]);
      for (unsigned number = 0; number != phi->getNumIncomingValues(); ++number) {
        BasicBlock *from = phi->getIncomingBlock(number);
        // A switch may have several edges to this block, with one value.
        const int before = replacement->getBasicBlockIndex(from);
        IRBuilder<> builder(from->getTerminator());
        replacement->addIncoming(before >= 0 ? replacement->getIncomingValue(before)
                                             : wideOperand(phi->getIncomingValue(number),
                                                           replacement->getType(), builder),
                                 from);
      }
    }
  }

  // The mask's bits for its uses in a block.
  Value *narrowIn(Instruction &mask, BasicBlock &block) {
    Value *&known = narrow[{&mask, &block}];
    if (!known) {
      auto *made = dyn_cast<Instruction>(wide[&mask]);
      const bool isHere = made && made->getParent() == &block && !isa<PHINode>(made);
      IRBuilder<> builder(&block,
                          isHere ? std::next(made->getIterator()) : block.getFirstInsertionPt());
      known = signsOf(wide[&mask], builder);
    }
    return known;
  }

  void replaceUses(Instruction &mask) {
    for (Use &use : make_early_inc_range(mask.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      // Logic has its own wide form; a comparison serves its own block unchanged.
      if (isLogic(*user) || user == wide[&mask])
        continue;
      if (auto *bits = dyn_cast<BitCastInst>(user); bits && replaceTests(*bits, *wide[&mask]))
        continue;
      if (isLogic(mask) || user->getParent() != mask.getParent())
        use.set(narrowIn(mask, *user->getParent()));
    }
  }

  // Combines the mask's registers into one, and returns an integer of its sign bits.
  Value *signBits(Value *wideMask, Instruction::BinaryOps combine, IRBuilder<> &builder) {
    while (layout.getTypeSizeInBits(wideMask->getType()) > registerBits) {
      const unsigned half = elementsOf(*wideMask) / 2;
      Value *low = builder.CreateShuffleVector(wideMask, createSequentialMask(0, half, 0));
      Value *high = builder.CreateShuffleVector(wideMask, createSequentialMask(half, half, 0));
      wideMask = builder.CreateBinOp(combine, low, high);
    }
    // There is no instruction for the signs of 16-bit elements, but lanes are all ones or all
    // zeros.
    if (elementBits(*wideMask) == 16)
      wideMask = builder.CreateBitCast(
          wideMask, FixedVectorType::get(builder.getInt8Ty(), 2 * elementsOf(*wideMask)));
    return builder.CreateBitCast(signsOf(wideMask, builder),
                                 builder.getIntNTy(elementsOf(*wideMask)));
  }

  // Replaces tests for all or no active lanes. Returns whether the bits had no other use, and are
  // gone.
  bool replaceTests(BitCastInst &bits, Value &wideMask) {
    for (User *user : make_early_inc_range(bits.users())) {
      auto *test = dyn_cast<ICmpInst>(user);
      if (!test || !test->isEquality())
        continue;
      const bool ofNone = match(test->getOperand(1), m_Zero());
      if (!ofNone && !match(test->getOperand(1), m_AllOnes()))
        continue;
      IRBuilder<> builder(test);
      Value *signs = signBits(&wideMask, ofNone ? Instruction::Or : Instruction::And, builder);
      test->replaceAllUsesWith(
          builder.CreateICmp(test->getPredicate(), signs,
                             ofNone ? Constant::getNullValue(signs->getType())
                                    : Constant::getAllOnesValue(signs->getType())));
      test->eraseFromParent();
    }
    if (!bits.use_empty())
      return false;
    bits.eraseFromParent();
    return true;
  }

  // Such logic is used only by other logic with a wide form.
  void eraseReplaced() {
    SmallVector<Instruction *> replaced;
    for (Instruction *mask : masks)
      if (isLogic(*mask))
        replaced.push_back(mask);
    for (Instruction *mask : replaced)
      mask->replaceAllUsesWith(PoisonValue::get(mask->getType()));
    for (Instruction *mask : replaced)
      mask->eraseFromParent();
  }

  Function &function;
  const DataLayout &layout;
  const unsigned registerBits;
  SmallSetVector<Instruction *, 16> masks;
  EquivalenceClasses<Instruction *> classes;
  DenseMap<const Instruction *, unsigned> widths; ///< of lanes, in bits
  DenseMap<Instruction *, Value *> wide;
  MapVector<std::pair<Instruction *, BasicBlock *>, Value *> narrow;
};

} // namespace

bool promoteMasks(Function &function, unsigned registerBits) {
  return MaskWidener(function, registerBits).run();
}

} // namespace weft::compiler
