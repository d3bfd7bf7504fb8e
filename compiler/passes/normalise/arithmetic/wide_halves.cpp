// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arithmetic/wide_halves.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-wide-halves"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(valuesWidened, "Half values kept in float");

namespace {

// Whether the operation's result may have excess precision.
bool isRelaxed(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FNeg:
    return instruction.getType()->getScalarType()->isHalfTy() && instruction.hasAllowReassoc() &&
           instruction.hasAllowContract();
  default:
    return false;
  }
}

// Whether the instruction forwards halves unchanged.
bool passesOn(const Instruction &instruction) {
  return instruction.getType()->getScalarType()->isHalfTy() &&
         (isa<PHINode, SelectInst, ShuffleVectorInst, InsertElementInst, ExtractElementInst>(
             instruction));
}

class HalfWidener {
public:
  explicit HalfWidener(Function &function) : function(function) {}

  bool run() {
    choose();
    if (chosen.empty())
      return false;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
      for (Instruction &instruction : make_early_inc_range(*block))
        if (chosen.contains(&instruction))
          wide[&instruction] = widened(instruction);
    assert(wide.size() == chosen.size() && "what is chosen is reached");
    valuesWidened += chosen.size();
    for (auto &[narrow, other] : wide)
      if (auto *phi = dyn_cast<PHINode>(narrow))
        fill(*phi, *cast<PHINode>(other));
    for (auto &[narrow, other] : wide)
      roundForOthers(*narrow, *other);
    for (Instruction *instruction : chosen)
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    for (Instruction *instruction : chosen)
      instruction->eraseFromParent();
    return true;
  }

private:
  // Selects relaxed operations, and instructions that forward their results. Unreachable code has
  // no order.
  void choose() {
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
      for (Instruction &instruction : *block)
        if (isRelaxed(instruction))
          chosen.insert(&instruction);
    for (unsigned i = 0; i < chosen.size(); ++i)
      for (User *user : chosen[i]->users())
        if (auto *other = cast<Instruction>(user); passesOn(*other) && isReached(*other))
          chosen.insert(other);
  }

  bool isReached(const Instruction &instruction) {
    if (reached.empty())
      for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
        reached.insert(block);
    return reached.contains(instruction.getParent());
  }

  static Type *floatOf(Type *type) {
    return type->getWithNewType(Type::getFloatTy(type->getContext()));
  }

  // The float version; a phi has no operands yet, as they may come later.
  Instruction *widened(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    if (auto *phi = dyn_cast<PHINode>(&instruction))
      return builder.CreatePHI(floatOf(phi->getType()), phi->getNumIncomingValues());
    Instruction *other = instruction.clone();
    for (Use &operand : other->operands())
      if (operand->getType()->getScalarType()->isHalfTy())
        operand = asFloat(operand, instruction);
    other->mutateType(floatOf(instruction.getType()));
    other->insertBefore(instruction.getIterator());
    return other;
  }

  Value *asFloat(Value *half, Instruction &before) {
    if (auto *instruction = dyn_cast<Instruction>(half); instruction && wide.contains(instruction))
      return wide[instruction];
    IRBuilder<> builder(&before);
    return builder.CreateFPExt(half, floatOf(half->getType()));
  }

  // If a block precedes the phi twice, both entries must have the same value.
  void fill(PHINode &narrow, PHINode &other) {
    SmallDenseMap<BasicBlock *, Value *> incoming;
    for (unsigned i = 0; i < narrow.getNumIncomingValues(); ++i) {
      BasicBlock *block = narrow.getIncomingBlock(i);
      Value *&value = incoming[block];
      if (!value)
        value = asFloat(narrow.getIncomingValue(i), *block->getTerminator());
      other.addIncoming(value, block);
    }
  }

  void roundForOthers(Instruction &narrow, Instruction &other) {
    for (Use &use : make_early_inc_range(narrow.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      if (chosen.contains(user))
        continue;
      auto *phi = dyn_cast<PHINode>(user);
      IRBuilder<> builder(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
      use.set(builder.CreateFPTrunc(&other, narrow.getType()));
    }
  }

  Function &function;
  SetVector<Instruction *> chosen;
  MapVector<Instruction *, Instruction *> wide;
  SmallPtrSet<BasicBlock *, 16> reached;
};

} // namespace

PreservedAnalyses WideHalvesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (analyses.getResult<TargetFeaturesAnalysis>(function).computesHalf())
    return PreservedAnalyses::all();
  return preservedControlFlow(HalfWidener(function).run());
}

} // namespace weft::compiler
