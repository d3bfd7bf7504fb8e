// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/sub_group_recurrences.h"

#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// A temporary copy of a function with its variables promoted to registers where possible.
class PromotedCopy {
public:
  explicit PromotedCopy(Function &original) : copy(*CloneFunction(&original, map)) {
    stripDebugInfo(copy);
    tree.recalculate(copy);
    SmallVector<AllocaInst *> variables;
    for (Instruction &instruction : copy.getEntryBlock())
      if (auto *variable = dyn_cast<AllocaInst>(&instruction);
          variable && isAllocaPromotable(variable))
        variables.push_back(variable);
    PromoteMemToReg(variables, tree);
  }
  ~PromotedCopy() { copy.eraseFromParent(); }
  PromotedCopy(const PromotedCopy &) = delete;
  PromotedCopy &operator=(const PromotedCopy &) = delete;

  Function &function() { return copy; }
  const DominatorTree &dominators() const { return tree; }

private:
  ValueToValueMapTy map;
  Function &copy;
  DominatorTree tree;
};

bool isOperation(const Instruction &instruction, const SubGroupUsers &users) {
  const Function *callee = calleeOf(instruction);
  return callee && (findSubGroupFunction(instruction) || users.contains(callee));
}

using Instructions = SmallPtrSet<const Instruction *, 16>;

// The values within the loop that depend on `start`; empty unless `start` itself does.
Instructions cycleThrough(const Instruction &start, const Loop &loop) {
  SmallVector<const Instruction *> waiting{&start};
  Instructions seen;
  while (!waiting.empty())
    for (const User *user : waiting.pop_back_val()->users()) {
      const auto *instruction = cast<Instruction>(user);
      if (loop.contains(instruction) && seen.insert(instruction).second)
        waiting.push_back(instruction);
    }
  return seen.contains(&start) ? seen : Instructions();
}

unsigned wordsOf(const Instruction &value) {
  const TypeSize bits = value.getDataLayout().getTypeSizeInBits(value.getType());
  return divideCeil(static_cast<unsigned>(bits.getFixedValue()), 32U);
}

} // namespace

unsigned subGroupRecurrenceWords(Function &function, const SubGroupUsers &users) {
  PromotedCopy copy(function);
  const LoopInfo loops(copy.dominators());
  // For each loop, the values carried into its next iteration.
  SmallDenseMap<const BasicBlock *, Instructions> carried;
  for (const Instruction &instruction : instructions(copy.function())) {
    const Loop *loop = loops.getLoopFor(instruction.getParent());
    if (!loop || !isOperation(instruction, users))
      continue;
    for (const Instruction *member : cycleThrough(instruction, *loop->getOutermostLoop()))
      if (const BasicBlock *block = member->getParent();
          isa<PHINode>(member) && loops.isLoopHeader(block))
        carried[block].insert(member);
  }
  unsigned most = 0;
  for (const auto &[header, values] : carried) {
    unsigned words = 0;
    for (const Instruction *value : values)
      words += wordsOf(*value);
    most = std::max(most, words);
  }
  return most;
}

} // namespace weft::compiler
