// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/group_steps.h"

#include "compiler/passes/support/builtin_traits.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-group-steps"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(barriersRemoved, "Removed barriers after steps");
ALWAYS_ENABLED_STATISTIC(fencesDropped, "Copies to global memory without a fence");

namespace {

bool isKind(const Instruction &instruction, PrimitiveKind kind) {
  const auto primitive = findPrimitive(instruction);
  return primitive && primitive->kind == kind;
}

// Whether the instruction may conflict with accesses of other work-items.
bool touchesMemory(const Instruction &instruction) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  const bool isConstant =
      load && load->isSimple() && load->getPointerAddressSpace() == constantSpace;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  const bool onlyTells = intrinsic && intrinsic->isAssumeLikeIntrinsic();
  return instruction.mayReadOrWriteMemory() && !onlyTells && !isConstant;
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

bool removeBarriers(Function &function) {
  QuietPoints points(function);
  SmallVector<Instruction *> needless;
  for (BasicBlock *block : points.blocks()) {
    bool isQuiet = points.atBegin(*block);
    for (Instruction &instruction : *block) {
      if (isQuiet && isKind(instruction, PrimitiveKind::Barrier))
        needless.push_back(&instruction);
      isQuiet = isQuietAfter(instruction, isQuiet);
    }
  }
  for (Instruction *barrier : needless)
    barrier->eraseFromParent();
  barriersRemoved += needless.size();
  return !needless.empty();
}

// kernel-lib/async/async.h
constexpr StringLiteral copyName = "__weft_group_step_copy_to_global";

bool mayPublish(const Instruction &instruction) {
  const auto *store = dyn_cast<StoreInst>(&instruction);
  const auto *call = dyn_cast<CallInst>(&instruction);
  return instruction.isAtomic() || (store && store->isVolatile()) ||
         (call && !call->getCalledFunction() && !call->isInlineAsm());
}

bool removeFences(Module &module) {
  Function *copy = module.getFunction(copyName);
  if (!copy)
    return false;
  for (const Function &function : module)
    if (&function != copy && any_of(instructions(function), mayPublish)) {
      LLVM_DEBUG(dbgs() << "fences stay: " << function.getName() << " may publish a copy\n");
      return false;
    }
  for (User *user : copy->users())
    if (auto *call = dyn_cast<CallInst>(user)) {
      assert(call->arg_size() == copy->arg_size() && "the last operand asks for the fence");
      const unsigned last = call->arg_size() - 1;
      ++fencesDropped;
      call->setArgOperand(last, ConstantInt::get(call->getArgOperand(last)->getType(), 0));
    }
  return true;
}

} // namespace

bool isUnfencedCopy(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->getName() != copyName)
    return false;
  const auto *fences = dyn_cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  return fences && fences->isZero();
}

PreservedAnalyses GroupStepsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = removeFences(module);
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      changed |= removeBarriers(function);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
