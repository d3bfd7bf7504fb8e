// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/races/synchronisation_marks.h"

#include "compiler/passes/checked/program_calls.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral barrierMark = "__weft_mark_barrier", fenceMark = "__weft_mark_fence";
constexpr StringLiteral scopeMark = "__weft_mark_scope", scopeEndMark = "__weft_mark_scope_end";
constexpr StringLiteral subGroupBarrier = "__weft_sub_group_barrier";

// The blocks before a barrier in which its mark is searched: the library's code around it is small.
constexpr unsigned maxBlocksToMark = 8;
// Those behind the mark of a scope: an order that is no constant makes a block for each.
constexpr unsigned maxBlocksOfAtomic = 32;

bool isBarrier(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"barrier", "work_group_barrier", "sub_group_barrier"}, true)
      .Case("intel_work_group_barrier_wait", true)
      .Default(false);
}

bool isFence(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"mem_fence", "read_mem_fence", "write_mem_fence", "atomic_work_item_fence"}, true)
      .Default(false);
}

// The scope of a call of C11's atomic functions, if it has one.
Value *scopeOf(const CallBase &call, StringRef name) {
  if (!name.starts_with("atomic_") || !name.ends_with("_explicit"))
    return nullptr;
  const unsigned count = name.contains("compare_exchange")                    ? 6
                         : name.contains("_load_") || name.contains("_flag_") ? 3
                                                                              : 4;
  return call.arg_size() == count ? call.getArgOperand(count - 1) : nullptr;
}

bool isScopeMark(const Instruction &instruction) {
  return is_contained({StringRef(scopeMark), StringRef(scopeEndMark)}, calleeName(instruction));
}

// The atomic instructions from a mark to the one that ends it.
void collectBehind(const CallBase &mark, NarrowScope scope, NarrowAtomics &found) {
  SmallVector<const Instruction *> pending{mark.getNextNode()};
  SmallPtrSet<const BasicBlock *, 8> seen{mark.getParent()};
  while (!pending.empty() && seen.size() <= maxBlocksOfAtomic) {
    const Instruction *now = pending.pop_back_val();
    for (; now && !isScopeMark(*now); now = now->getNextNode()) {
      if (now->isAtomic() && !isa<FenceInst>(now))
        found[now] = scope;
      if (now->isTerminator())
        for (const BasicBlock *next : successors(now))
          if (seen.insert(next).second)
            pending.push_back(&next->front());
    }
  }
}

// Asynchronous copies order nothing.
bool isOrdering(const Instruction &instruction) {
  const auto primitive = findPrimitive(instruction);
  if (primitive && primitive->kind == PrimitiveKind::GroupStep)
    return false;
  return isSplit(instruction) || calleeName(instruction) == subGroupBarrier;
}

// The mark before a barrier, without another barrier between; or null.
const CallBase *markOf(const Instruction &barrier) {
  const BasicBlock *block = barrier.getParent();
  const Instruction *now = &barrier;
  for (unsigned count = 0; count != maxBlocksToMark; ++count) {
    while ((now = now->getPrevNode())) {
      if (calleeName(*now) == barrierMark)
        return cast<CallBase>(now);
      if (isOrdering(*now))
        return nullptr;
    }
    // Paths around what the library does for wider scopes meet before the barrier.
    const BasicBlock *before = block->getUniquePredecessor();
    if (!before && !block->hasNPredecessorsOrMore(3) && !pred_empty(block)) {
      before = *pred_begin(block);
      if (const BasicBlock *common = before->getUniquePredecessor())
        before = common;
    }
    if (!before || before == block)
      return nullptr;
    block = before;
    now = &block->back();
  }
  return nullptr;
}

} // namespace

OrderedMemory orderedBy(const Instruction &instruction) {
  if (!isOrdering(instruction))
    return OrderedMemory::None;
  const CallBase *mark = markOf(instruction);
  const auto *flags = mark ? dyn_cast<ConstantInt>(mark->getArgOperand(0)) : nullptr;
  return flags ? OrderedMemory(flags->getZExtValue() & unsigned(OrderedMemory::All))
               : OrderedMemory::All;
}

bool isSubGroupBarrier(const Instruction &instruction) {
  return calleeName(instruction) == subGroupBarrier;
}

NarrowAtomics narrowAtomics(const Function &kernel) {
  NarrowAtomics found;
  for (const Instruction &instruction : instructions(kernel)) {
    if (const MDNode *known = instruction.getMetadata(atomicScopeMetadata)) {
      const auto *scope = mdconst::dyn_extract<ConstantInt>(known->getOperand(0));
      if (scope && isNarrowScope(scope->getZExtValue()))
        found[&instruction] = NarrowScope(scope->getZExtValue());
    }
    if (calleeName(instruction) != scopeMark)
      continue;
    const auto &mark = cast<CallBase>(instruction);
    if (const auto *scope = dyn_cast<ConstantInt>(mark.getArgOperand(0));
        scope && isNarrowScope(scope->getZExtValue()))
      collectBehind(mark, NarrowScope(scope->getZExtValue()), found);
  }
  return found;
}

bool hasFenceMark(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    return calleeName(instruction) == fenceMark;
  });
}

void removeMarks(Function &kernel) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
    if (isScopeMark(instruction) ||
        is_contained({StringRef(barrierMark), StringRef(fenceMark)}, calleeName(instruction)))
      instruction.eraseFromParent();
}

PreservedAnalyses SynchronisationMarksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    const StringRef name = unmangled(calleeName(instruction));
    const auto *call = dyn_cast<CallInst>(&instruction);
    Value *scope = call ? scopeOf(*call, name) : nullptr;
    if (!isBarrier(name) && !isFence(name) && !scope)
      continue;
    IRBuilder<> builder(&instruction);
    changed = true;
    if (scope) {
      callMark(builder, scopeMark, builder.getVoidTy(), {scope});
      builder.SetInsertPoint(instruction.getNextNode());
      callMark(builder, scopeEndMark, builder.getVoidTy());
      continue;
    }
    if (isBarrier(name))
      callMark(builder, barrierMark, builder.getVoidTy(),
               {cast<CallBase>(instruction).getArgOperand(0)});
    else
      callMark(builder, fenceMark, builder.getVoidTy());
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
