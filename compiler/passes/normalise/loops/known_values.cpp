// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/loops/known_values.h"

#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

using Conditions = SmallSetVector<const Value *, 4>;

// The conditions that select the path from the immediate dominator of a block to it; nothing if
// there is a loop between them.
std::optional<Conditions> conditionsOfPath(const BasicBlock &block, const LoopInfo &loops,
                                           const DominatorTree &tree) {
  const DomTreeNode *node = tree.getNode(&block);
  if (!node || !node->getIDom() || loops.isLoopHeader(&block))
    return std::nullopt;
  const BasicBlock *start = node->getIDom()->getBlock();
  Conditions conditions;
  SmallSetVector<const BasicBlock *, 8> between;
  between.insert_range(predecessors(&block));
  for (unsigned index = 0; index != between.size(); ++index) {
    const BasicBlock *path = between[index];
    const Instruction *end = path->getTerminator();
    if (index == limits::pathBlocks || !isa<BranchInst, SwitchInst>(end) ||
        loops.getLoopFor(path) != loops.getLoopFor(&block))
      return std::nullopt;
    if (end->getNumSuccessors() > 1)
      conditions.insert(end->getOperand(0));
    if (path != start)
      between.insert_range(predecessors(path));
  }
  return conditions;
}

// Whether it could be an expression of its operands: arithmetic, an element of a constant table or
// its address, a loop counter, or a copy of a value.
bool isExpression(const Instruction &instruction, const LoopInfo &loops) {
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    return loops.isLoopHeader(phi->getParent()) || phi->getNumIncomingValues() == 1;
  if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
    const auto *table = dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand()));
    return load->isSimple() && table && table->isConstant() && table->hasDefinitiveInitializer();
  }
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst>(
      instruction);
}

} // namespace

KnownValues::KnownValues(Function &function, const LoopInfo &loops) : loops(loops), tree(function) {
  for (Instruction &instruction : instructions(function))
    if (isExpression(instruction, loops) || isChosen(instruction))
      known.insert(&instruction);
  for (Instruction &instruction : instructions(function))
    if (any_of(instruction.operands(), [&](const Use &operand) { return !isKnown(*operand); }))
      forget(instruction);
  while (!work.empty())
    for (User *user : work.pop_back_val()->users())
      forget(*cast<Instruction>(user));
}

void KnownValues::addLoopsOf(const Value &value, LoopSet &counting) const {
  SmallVector<const Value *> left{&value};
  SmallPtrSet<const Value *, 16> seen;
  while (!left.empty()) {
    const auto *instruction = dyn_cast<Instruction>(left.pop_back_val());
    if (!instruction || !seen.insert(instruction).second)
      continue;
    append_range(left, instruction->operand_values());
    const Loop *loop = loops.getLoopFor(instruction->getParent());
    if (isa<PHINode>(instruction))
      if (const auto conditions = conditionsOfPath(*instruction->getParent(), loops, tree))
        append_range(left, *conditions);
    if (isa<PHINode>(instruction) && loop && loop->getHeader() == instruction->getParent() &&
        counting.insert(loop)) {
      SmallVector<BasicBlock *> exiting;
      loop->getExitingBlocks(exiting);
      for (const BasicBlock *block : exiting)
        append_range(left, block->getTerminator()->operand_values());
    }
  }
}

// Whether it is a phi whose value depends on a way that values choose. Remembers it for them.
bool KnownValues::isChosen(Instruction &instruction) {
  auto *phi = dyn_cast<PHINode>(&instruction);
  const auto conditions = phi ? conditionsOfPath(*phi->getParent(), loops, tree) : std::nullopt;
  if (!conditions)
    return false;
  for (const Value *condition : *conditions)
    chosenBy[condition].push_back(phi);
  return true;
}

// The value of a phi also depends on the way: that of a loop header on the number of rounds.
void KnownValues::forget(Instruction &instruction) {
  if (known.erase(&instruction))
    work.push_back(&instruction);
  if (!instruction.isTerminator())
    return;
  for (PHINode *phi : chosenBy.lookup(instruction.getOperand(0)))
    if (known.erase(phi))
      work.push_back(phi);
  for (const Loop *loop = loops.getLoopFor(instruction.getParent());
       loop && loop->isLoopExiting(instruction.getParent()); loop = loop->getParentLoop())
    for (PHINode &counter : loop->getHeader()->phis())
      if (known.erase(&counter))
        work.push_back(&counter);
}

} // namespace weft::compiler
