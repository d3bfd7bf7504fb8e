// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/step_barriers.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#define DEBUG_TYPE "weft-step-barriers"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(barriersRemoved, "Removed barriers after steps");

namespace {

bool isKind(const Instruction &instruction, PrimitiveKind kind) {
  const auto primitive = findPrimitive(instruction);
  return primitive && primitive->kind == kind;
}

bool isQuietAfter(const Instruction &instruction, bool isQuiet) {
  if (isKind(instruction, PrimitiveKind::GroupStep))
    return true;
  if (isKind(instruction, PrimitiveKind::Barrier))
    return isQuiet;
  return isQuiet && !isSplit(instruction) && !touchesMemory(instruction);
}

/// Whether every path comes from a step with only arithmetic since then. This is the greatest
/// solution: a loop without a step is quiet if its entry is.
class QuietPoints {
public:
  explicit QuietPoints(Function &function) : order(&function) {
    for (const BasicBlock *block : order)
      atEnd[block] = true;
    for (bool changes = true; changes;) {
      changes = false;
      for (const BasicBlock *block : order) {
        bool isQuiet = atBegin(*block);
        for (const Instruction &instruction : *block)
          isQuiet = isQuietAfter(instruction, isQuiet);
        changes |= std::exchange(atEnd[block], isQuiet) != isQuiet;
      }
    }
  }

  bool atBegin(const BasicBlock &block) const {
    return !block.isEntryBlock() && all_of(predecessors(&block), [&](const BasicBlock *before) {
      return atEnd.lookup_or(before, true); // for unreachable blocks
    });
  }

  const ReversePostOrderTraversal<Function *> &blocks() const { return order; }

private:
  ReversePostOrderTraversal<Function *> order;
  DenseMap<const BasicBlock *, bool> atEnd;
};

} // namespace

bool isSplit(const Instruction &instruction) {
  const auto primitive = findPrimitive(instruction);
  return primitive && splitsRegion(primitive->kind);
}

bool touchesMemory(const Instruction &instruction) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  const bool isConstant =
      load && load->isSimple() && load->getPointerAddressSpace() == constantSpace;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  const bool onlyTells = intrinsic && intrinsic->isAssumeLikeIntrinsic();
  return instruction.mayReadOrWriteMemory() && !onlyTells && !isConstant;
}

PreservedAnalyses StepBarriersPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  QuietPoints places(function);
  SmallVector<Instruction *> needless;
  for (BasicBlock *block : places.blocks()) {
    bool isQuiet = places.atBegin(*block);
    for (Instruction &instruction : *block) {
      if (isQuiet && isKind(instruction, PrimitiveKind::Barrier))
        needless.push_back(&instruction);
      isQuiet = isQuietAfter(instruction, isQuiet);
    }
  }
  for (Instruction *barrier : needless)
    barrier->eraseFromParent();
  barriersRemoved += needless.size();
  return preservedControlFlow(!needless.empty());
}

} // namespace weft::compiler
