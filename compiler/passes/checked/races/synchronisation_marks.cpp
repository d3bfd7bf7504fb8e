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
constexpr StringLiteral subGroupBarrier = "__weft_sub_group_barrier";

// The blocks before a barrier in which its mark is searched: the library's code around it is small.
constexpr unsigned maxBlocksToMark = 8;

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

bool hasFenceMark(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    return calleeName(instruction) == fenceMark;
  });
}

void removeMarks(Function &kernel) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
    if (is_contained({StringRef(barrierMark), StringRef(fenceMark)}, calleeName(instruction)))
      instruction.eraseFromParent();
}

PreservedAnalyses SynchronisationMarksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    const StringRef name = calleeNameInSource(instruction);
    if (!isBarrier(name) && !isFence(name))
      continue;
    IRBuilder<> builder(&instruction);
    if (isBarrier(name))
      callMark(builder, barrierMark, builder.getVoidTy(),
               {cast<CallBase>(instruction).getArgOperand(0)});
    else
      callMark(builder, fenceMark, builder.getVoidTy(), {});
    changed = true;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
