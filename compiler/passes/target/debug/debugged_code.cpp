// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/debug/debugged_code.h"

#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#define DEBUG_TYPE "weft-debugged-code"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(temporariesPromoted, "Temporaries of debugged functions that are values");
ALWAYS_ENABLED_STATISTIC(branchesMarked,
                         "Branches of debugged functions with a place of their own");
ALWAYS_ENABLED_STATISTIC(blocksMoved, "Blocks of debugged functions beside those that follow");

namespace {

void promoteTemporaries(Function &function, DominatorTree &dominators) {
  SmallVector<AllocaInst *> temporaries;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *memory = dyn_cast<AllocaInst>(&instruction); memory && isTemporary(*memory))
      temporaries.push_back(memory);
  temporariesPromoted += temporaries.size();
  if (!temporaries.empty())
    PromoteMemToReg(temporaries, dominators);
}

// The lines of the function's ends: all ways to them come there.
SmallSet<unsigned, 4> endLines(const Function &function) {
  SmallSet<unsigned, 4> lines;
  for (const BasicBlock &block : function)
    if (const Instruction *end = block.getTerminator();
        end->getNumSuccessors() == 0 && end->getDebugLoc())
      lines.insert(end->getDebugLoc().getLine());
  return lines;
}

// Behind other instructions a branch needs no place: one into a `while` loop would be in the loop's
// line, and debuggers stop at the first place of a line alone. The end of a variable's life is
// none.
bool isAlone(const BranchInst &branch) {
  const auto isOther = [&](const Instruction &instruction) {
    return &instruction != &branch && !instruction.isLifetimeStartOrEnd();
  };
  return none_of(*branch.getParent(), isOther) && branch.getDebugLoc() &&
         branch.getDebugLoc().getLine() != 0;
}

void markBranches(Function &function) {
  const SmallSet<unsigned, 4> ends = endLines(function);
  for (BasicBlock &block : function) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isUnconditional() || !isAlone(*branch) ||
        ends.contains(branch->getDebugLoc().getLine()))
      continue;
    IRBuilder<> builder(branch);
    builder.CreateCall(InlineAsm::get(FunctionType::get(builder.getVoidTy(), false), "nop", "",
                                      /*hasSideEffects=*/true));
    ++branchesMarked;
  }
}

// Code generation joins a block with one that is its only way on, where the former lies.
void moveJoinedBlocks(Function &function) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : function)
    blocks.push_back(&block);
  for (BasicBlock *block : reverse(blocks))
    for (BasicBlock *before = block->getSinglePredecessor();
         before && before->getSingleSuccessor() == block && before != &function.getEntryBlock() &&
         before->getNextNode() != block;
         block = before, before = block->getSinglePredecessor()) {
      before->moveBefore(block);
      ++blocksMoved;
    }
}

} // namespace

PreservedAnalyses DebuggedCodePass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isDebugged(function))
    return PreservedAnalyses::all();
  promoteTemporaries(function, analyses.getResult<DominatorTreeAnalysis>(function));
  markBranches(function);
  moveJoinedBlocks(function);
  return preservedControlFlow(/*changed=*/true);
}

bool mixesLines(StringRef codeGenerationPass) {
  constexpr StringLiteral passes[] = {"Branch Probability Basic Block Placement",
                                      "Control Flow Optimizer",
                                      "Early Machine Loop Invariant Code Motion",
                                      "Early Tail Duplication",
                                      "Machine Common Subexpression Elimination",
                                      "Machine Instruction Scheduler",
                                      "Machine Loop Invariant Code Motion",
                                      "Machine code sinking",
                                      "PostRA Machine Instruction Scheduler",
                                      "PostRA Machine Sink",
                                      "Shrink Wrapping analysis",
                                      "Tail Duplication"};
  return is_contained(passes, codeGenerationPass);
}

} // namespace weft::compiler
