// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/loops/loop_bases.h"

#include "compiler/passes/support/limits.h"
#include "compiler/passes/target/loops/strength_reduction.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#define DEBUG_TYPE "weft-strength-reduction"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(basesHidden, "Address bases computed before a loop");

namespace {

/// The operand of an instruction that is an address, if any.
Use *addressOf(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return &load->getOperandUse(LoadInst::getPointerOperandIndex());
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return &store->getOperandUse(StoreInst::getPointerOperandIndex());
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    switch (call->getIntrinsicID()) {
    case Intrinsic::prefetch:
    case Intrinsic::masked_load:
      return &call->getArgOperandUse(0);
    case Intrinsic::masked_store:
      return &call->getArgOperandUse(1);
    default:
      break;
    }
  return nullptr;
}

/// The sums that strength reduction decomposes.
unsigned countTerms(const SCEV *value) {
  if (const auto *product = dyn_cast<SCEVMulExpr>(value);
      product && product->getNumOperands() == 2 && isa<SCEVConstant>(product->getOperand(0)))
    return countTerms(product->getOperand(1));
  const auto *sum = dyn_cast<SCEVAddExpr>(value);
  if (!sum)
    return isa<SCEVConstant>(value) ? 0 : 1;
  unsigned count = 0;
  for (const SCEV *operand : sum->operands())
    count += countTerms(operand);
  return count;
}

struct Access {
  Use *address;
  std::int64_t offset; ///< from the base
};

class LoopBases {
public:
  LoopBases(Loop &loop, ScalarEvolution &evolution)
      : loop(loop), evolution(evolution), expander(evolution, "base") {}

  bool run() {
    if (!isStrengthReduced(loop) || !loop.getLoopPreheader() || !loop.getLoopLatch())
      return false;
    collect();
    if (!isLarge())
      return false;
    bool changed = false;
    for (const auto &[base, accesses] : accessesOf)
      if (expander.isSafeToExpandAt(base.first, loop.getLoopPreheader()->getTerminator())) {
        advance(base.first, base.second, accesses);
        changed = true;
      }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
    evolution.forgetLoop(&loop);
    return changed;
  }

private:
  using Base = std::pair<const SCEV *, const SCEV *>; ///< where it starts, and its stride

  void collect() {
    SmallVector<Use *> addresses;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (Use *address = addressOf(instruction))
          addresses.push_back(address);
    // Excludes most loops, without scalar evolution.
    if (addresses.size() > 1)
      for (Use *address : addresses)
        add(*address);
  }

  void add(Use &address) {
    const auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(address));
    if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine() ||
        !isa<SCEVConstant>(recurrence->getStepRecurrence(evolution)))
      return;
    const SCEV *start = recurrence->getStart();
    const auto *sum = dyn_cast<SCEVAddExpr>(start);
    const auto *constant = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    const std::int64_t offset = constant ? constant->getAPInt().getSExtValue() : 0;
    if (constant)
      start = evolution.getAddExpr(start, evolution.getNegativeSCEV(constant));
    accessesOf[{start, recurrence->getStepRecurrence(evolution)}].push_back({&address, offset});
  }

  bool isLarge() const {
    unsigned groupings = 0;
    for (const auto &[base, accesses] : accessesOf) {
      const unsigned terms = countTerms(base.first);
      groupings += terms * terms * terms;
    }
    return groupings >= limits::baseGroupings;
  }

  void advance(const SCEV *start, const SCEV *stride, ArrayRef<Access> accesses) {
    BasicBlock &preheader = *loop.getLoopPreheader(), &latch = *loop.getLoopLatch();
    Type *type = accesses.front().address->get()->getType();
    IRBuilder<> builder(preheader.getTerminator());
    Value *base = builder.CreateFreeze(
        expander.expandCodeFor(start, type, preheader.getTerminator()), "base");
    builder.SetInsertPoint(loop.getHeader(), loop.getHeader()->getFirstNonPHIIt());
    PHINode *pointer = builder.CreatePHI(type, 2, "base.here");
    builder.SetInsertPoint(latch.getTerminator());
    Value *next = builder.CreatePtrAdd(
        pointer, builder.getInt(cast<SCEVConstant>(stride)->getAPInt()), "base.next");
    pointer->addIncoming(base, &preheader);
    pointer->addIncoming(next, &latch);
    for (const auto &[address, offset] : accesses) {
      replaced.push_back(address->get());
      builder.SetInsertPoint(cast<Instruction>(address->getUser()));
      address->set(offset ? builder.CreatePtrAdd(pointer, builder.getInt64(offset)) : pointer);
    }
    ++basesHidden;
  }

  Loop &loop;
  ScalarEvolution &evolution;
  SCEVExpander expander;
  MapVector<Base, SmallVector<Access>> accessesOf;
  SmallVector<WeakTrackingVH> replaced; ///< addresses
};

} // namespace

bool boundLoopBases(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return false;
  ScalarEvolution &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder())
    changed |= LoopBases(*loop, evolution).run();
  return changed;
}

} // namespace weft::compiler
