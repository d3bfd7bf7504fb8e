// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/inductions.h"

#include "compiler/passes/analysis/affine/extensions.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#define DEBUG_TYPE "weft-inductions"

namespace weft::compiler {

ALWAYS_ENABLED_STATISTIC(inductionsSplit, "Split inductions");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

struct Induction {
  PHINode *phi;
  BasicBlock *before;
  BasicBlock *latch;
  Instruction *next;
};

// Whether all uses but `except` read only the value's low `width` bits.
bool readsLowBits(const Value &value, const User &except, unsigned width) {
  return all_of(value.users(), [&](const User *user) {
    const APInt *number;
    if (user == &except)
      return true;
    if (match(user, m_And(m_Value(), m_APInt(number))))
      return number->isIntN(width);
    if (match(user, m_Shl(m_Specific(&value), m_APInt(number))))
      return number->uge(number->getBitWidth() - width);
    return isa<TruncInst>(user) && user->getType()->getIntegerBitWidth() <= width;
  });
}

// InstCombine makes 64-bit phis of 32-bit counters, and extends their low bits before each sum. If
// only low bits are read, the sum may as well use the whole phi.
void dropExtension(PHINode &phi, Instruction &next) {
  constexpr unsigned width = 32;
  const auto extension = Extension::of(*next.getOperand(0));
  if (next.getOpcode() != Instruction::Add || !phi.getType()->isIntegerTy(64) || !extension ||
      extension->operand != &phi || extension->bits != width || extension->shift ||
      !readsLowBits(phi, next, width) || !readsLowBits(next, phi, width))
    return;
  next.setOperand(0, &phi);
  next.dropPoisonGeneratingFlags();
}

// Loop rotation leaves a phi for a part of another phi. Returns whether the phi is gone.
bool becomesPart(PHINode &part, PHINode &whole) {
  for (unsigned number = 0; number != part.getNumIncomingValues(); ++number) {
    const auto *cut = dyn_cast<TruncInst>(part.getIncomingValue(number));
    if (!cut || cut->getOperand(0) != whole.getIncomingValueForBlock(part.getIncomingBlock(number)))
      return false;
  }
  IRBuilder<> builder(part.getParent(), part.getParent()->getFirstInsertionPt());
  part.replaceAllUsesWith(builder.CreateTrunc(&whole, part.getType()));
  part.eraseFromParent();
  return true;
}

void joinParts(BasicBlock &header) {
  for (PHINode &part : make_early_inc_range(header.phis()))
    if (part.getType()->isIntegerTy())
      for (PHINode &whole : header.phis())
        if (&part != &whole && becomesPart(part, whole))
          break;
}

std::optional<Induction> inductionOf(PHINode &phi, const Loop &loop,
                                     const UniformityInfo &uniformity) {
  BasicBlock *before = loop.getLoopPredecessor();
  BasicBlock *latch = loop.getLoopLatch();
  if (!before || !latch || phi.getNumIncomingValues() != 2 || !uniformity.isDivergent(&phi))
    return std::nullopt;
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch));
  if (!next || !loop.contains(next) ||
      !uniformity.isDivergent(phi.getIncomingValueForBlock(before)))
    return std::nullopt;
  dropExtension(phi, *next);
  const auto isUniform = [&](const Use &use) { return !uniformity.isDivergentUse(use); };
  if (auto *address = dyn_cast<GetElementPtrInst>(next)) {
    if (address->getPointerOperand() != &phi || !all_of(address->indices(), isUniform))
      return std::nullopt;
  } else if (next->getOpcode() == Instruction::Add || next->getOpcode() == Instruction::Sub) {
    const bool isFirst = next->getOperand(0) == &phi;
    const bool isSecond = next->getOperand(1) == &phi && next->getOpcode() == Instruction::Add;
    if (isFirst == isSecond || !isUniform(next->getOperandUse(isFirst ? 1 : 0)))
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  return Induction{&phi, before, latch, next};
}

// The step, extended if the sum is computed in 64 bits.
Value *stepOf(const Induction &induction, Type *type, bool isSigned) {
  IRBuilder<> builder(induction.next);
  if (auto *address = dyn_cast<GetElementPtrInst>(induction.next))
    return emitGEPOffset(&builder, address->getDataLayout(), address, /*NoAssumptions=*/true);
  const unsigned other = induction.next->getOperand(0) == induction.phi ? 1 : 0;
  Value *step = builder.CreateIntCast(induction.next->getOperand(other), type, isSigned);
  return induction.next->getOpcode() == Instruction::Sub ? builder.CreateNeg(step) : step;
}

void split(const Induction &induction) {
  assert(induction.phi->getNumIncomingValues() == 2 && "loops are simplified");
  Type *type = induction.phi->getType();
  const auto *bounded = dyn_cast<OverflowingBinaryOperator>(induction.next);
  const bool isSigned = bounded && bounded->hasNoSignedWrap();
  const bool isUnsigned = bounded && bounded->hasNoUnsignedWrap() && !isSigned;
  const bool isNarrow = type->isIntegerTy() && type->getIntegerBitWidth() < 64;
  // A negative unsigned step is not a sum of zero extensions.
  const bool extends = isNarrow && (isSigned || isUnsigned) &&
                       (isSigned || induction.next->getOpcode() == Instruction::Add);
  Type *wide = extends || type->isPointerTy() ? Type::getInt64Ty(type->getContext()) : type;
  PHINode *counter = PHINode::Create(wide, 2, "steps", induction.phi->getIterator());
  Value *step = stepOf(induction, wide, isSigned);
  IRBuilder<> builder(induction.latch->getTerminator());
  counter->addIncoming(Constant::getNullValue(wide), induction.before);
  counter->addIncoming(builder.CreateAdd(counter, step), induction.latch);
  builder.SetInsertPoint(induction.before->getTerminator());
  Value *start = induction.phi->getIncomingValueForBlock(induction.before);
  if (extends)
    start = builder.CreateIntCast(start, wide, isSigned);
  builder.SetInsertPoint(induction.phi->getParent(),
                         induction.phi->getParent()->getFirstInsertionPt());
  Value *sum = type->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), start, counter)
                                   : builder.CreateAdd(start, counter, "", extends && isUnsigned,
                                                       extends && isSigned);
  if (extends)
    sum = builder.CreateTrunc(sum, type, "", /*IsNUW=*/isUnsigned, /*IsNSW=*/isSigned);
  induction.phi->replaceAllUsesWith(sum);
  induction.phi->eraseFromParent();
}

} // namespace

PreservedAnalyses InductionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  const UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  SmallVector<Induction> found;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    joinParts(*loop->getHeader());
    for (PHINode &phi : loop->getHeader()->phis())
      if (const auto induction = inductionOf(phi, *loop, uniformity))
        found.push_back(*induction);
  }
  for (const Induction &induction : found)
    split(induction);
  inductionsSplit += found.size();
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
