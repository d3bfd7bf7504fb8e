// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/division_loops.h"

#include "compiler/passes/support/changed_loops.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#define DEBUG_TYPE "weft-division-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsMade, "Loops over the iterations of one quotient");

namespace {

bool isUnsignedDivision(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::UDiv ||
         instruction.getOpcode() == Instruction::URem;
}

class DivisionLoop {
public:
  DivisionLoop(Loop &loop, DominatorTree &tree, LoopInfo &loops, ScalarEvolution &evolution)
      : loop(loop), tree(tree), loops(loops), evolution(evolution) {}

  bool run() {
    header = loop.getHeader();
    BasicBlock *latch = loop.getLoopLatch();
    if (!loop.getLoopPreheader() || !latch || !isa<BranchInst>(latch->getTerminator()) ||
        !findDivisions() || !mayRepeatHead())
      return false;
    // The header keeps the divisions; the inner loop begins behind them.
    MDNode *loopId = loop.getLoopID();
    repeat = SplitEdge(latch, header, &tree, &loops);
    BasicBlock *body = SplitBlock(header, divisions.back()->getNextNode(), &tree, &loops);
    addRemainders();
    joinValues(*body);
    IRBuilder<> builder(repeat->getTerminator());
    Value *staysInRow = builder.CreateFreeze(test(builder));
    BranchInst *branch = builder.CreateCondBr(staysInRow, body, header);
    if (loopId)
      branch->setMetadata(LLVMContext::MD_loop, loopId);
    branch->getNextNode()->eraseFromParent();
    return true;
  }

private:
  // The header's divisions of one dividend, in order. The divisors are not constant: by a constant,
  // LLVM multiplies.
  bool findDivisions() {
    for (Instruction &instruction : *header)
      if (isUnsignedDivision(instruction) && !instruction.getType()->isVectorTy() &&
          loop.isLoopInvariant(instruction.getOperand(1)) &&
          !isa<Constant>(instruction.getOperand(1)) &&
          (!dividend || instruction.getOperand(0) == dividend)) {
        dividend = instruction.getOperand(0);
        divisions.push_back(cast<BinaryOperator>(&instruction));
      }
    if (!dividend || !isa<Instruction>(dividend) ||
        cast<Instruction>(dividend)->getParent() != header)
      return false;
    const auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(dividend));
    if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine())
      return false;
    const auto *constant = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    if (!constant || !constant->getAPInt().isStrictlyPositive())
      return false;
    step = constant->getValue();
    return true;
  }

  // Whether the body may compute again what stands in front of the last division.
  bool mayRepeatHead() const {
    for (const Instruction &instruction : *header) {
      if (&instruction == divisions.back())
        return true;
      if (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory() ||
          (instruction.isIntDivRem() && !is_contained(divisions, &instruction)))
        return false;
    }
    llvm_unreachable("the divisions are in the header");
  }

  // Without a remainder of its own, a quotient gets one.
  void addRemainders() {
    for (BinaryOperator *division : divisions)
      if (division->getOpcode() == Instruction::URem)
        remainders.push_back(division);
    for (BinaryOperator *division : divisions)
      if (none_of(remainders, [&](const BinaryOperator *remainder) {
            return remainder->getOperand(1) == division->getOperand(1);
          }))
        remainders.push_back(BinaryOperator::CreateURem(dividend, division->getOperand(1), "",
                                                        header->getTerminator()->getIterator()));
  }

  // Gives the body what the header has. Its phis and remainders come from there or from the
  // iteration before, what is computed of them is computed again, and quotients stay.
  void joinValues(BasicBlock &body) {
    IRBuilder<> builder(&body, body.getFirstNonPHIIt());
    for (PHINode &phi : header->phis())
      join(phi, body, *phi.getIncomingValueForBlock(repeat));
    for (BinaryOperator *remainder : remainders) {
      PHINode &here = join(*remainder, body, *remainder);
      auto *after =
          BinaryOperator::CreateAdd(&here, step, "", repeat->getTerminator()->getIterator());
      here.setIncomingValueForBlock(repeat, after);
    }
    for (const Instruction &instruction : *header) {
      if (isa<PHINode>(instruction) || instruction.isTerminator() ||
          is_contained(divisions, &instruction) || is_contained(remainders, &instruction))
        continue;
      Instruction *copy = builder.Insert(instruction.clone());
      RemapInstruction(copy, inBody, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      inBody[&instruction] = copy;
    }
    for (Instruction &value : *header)
      if (Value *joined = inBody.lookup(&value))
        value.replaceUsesWithIf(joined, [&](const Use &use) {
          const auto *phi = dyn_cast<PHINode>(use.getUser());
          const BasicBlock *place =
              phi ? phi->getIncomingBlock(use) : cast<Instruction>(use.getUser())->getParent();
          return place != header;
        });
  }

  PHINode &join(Instruction &value, BasicBlock &body, Value &following) {
    auto *phi = PHINode::Create(value.getType(), 2, "", body.begin());
    phi->addIncoming(&value, header);
    phi->addIncoming(&following, repeat);
    inBody[&value] = phi;
    return *phi;
  }

  // Whether no remainder has reached its divisor, nor the dividend its end.
  Value *test(IRBuilder<> &builder) {
    Value *result = builder.CreateICmpUGE(builder.CreateAdd(inBody.lookup(dividend), step), step);
    for (BinaryOperator *remainder : remainders) {
      Value *after = cast<PHINode>(inBody.lookup(remainder))->getIncomingValueForBlock(repeat);
      result = builder.CreateAnd(result, builder.CreateICmpULT(after, remainder->getOperand(1)));
    }
    return result;
  }

  Loop &loop;
  DominatorTree &tree;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  BasicBlock *header = nullptr, *repeat = nullptr;
  Value *dividend = nullptr;
  ConstantInt *step = nullptr;
  SmallVector<BinaryOperator *> divisions, remainders;
  ValueToValueMapTy inBody; ///< of values of the header: what they are in the inner loop
};

bool hasDivision(const BasicBlock &block) { return any_of(block, isUnsignedDivision); }

} // namespace

PreservedAnalyses DivisionLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const unsigned made = changeLoops(function, analyses, [&](Loop &loop, LoopInfo &loops) {
    return hasDivision(*loop.getHeader()) &&
           DivisionLoop(loop, analyses.getResult<DominatorTreeAnalysis>(function), loops,
                        analyses.getResult<ScalarEvolutionAnalysis>(function))
               .run();
  });
  loopsMade += made;
  return made == 0 ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
