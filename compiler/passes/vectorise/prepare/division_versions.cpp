// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/division_versions.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/integer_divisions.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/vectorise/prepare/close_loops.h"
#include "compiler/passes/vectorise/prepare/row_comparisons.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "weft-division-versions"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(divisionsVersioned, "Divisions with a version for gangs in one row");

namespace {

class DivisionVersioner {
public:
  DivisionVersioner(Function &region, FunctionAnalysisManager &analyses)
      : region(region), strides(analyses.getResult<StrideAnalysis>(region)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(region)),
        builder(region.getContext()) {}

  bool run() {
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&region))
      for (Instruction &instruction : *block) {
        auto *division = dyn_cast<BinaryOperator>(&instruction);
        if (!division || !dividesNeighbours(*division) || !isWorthACopy(*division))
          continue;
        version(*division);
        return true;
      }
    return false;
  }

private:
  // A period of the dividend: what it is divided by.
  struct Row {
    Value *divisor;
    bool isSigned;
    Value *quotient, *rest; ///< of lane 0
  };

  bool dividesNeighbours(const BinaryOperator &division) const {
    if (!division.isIntDivRem() || !strides.isUniform(*division.getOperand(1)))
      return false;
    const Type &type = *division.getType();
    const Stride *stride = strides.strideOf(*division.getOperand(0));
    return (type.isIntegerTy(32) || type.isIntegerTy(64)) && stride && stride->step == 1 &&
           stride->conditions.empty();
  }

  // Whether little code lies behind the division, and accesses in it depend on strides with
  // conditions.
  bool isWorthACopy(BinaryOperator &division) {
    SmallVector<BasicBlock *> dominated;
    dominators.getDescendants(division.getParent(), dominated);
    const bool hasConditions = any_of(dominated, [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &step) {
        const Value *pointer = getLoadStorePointerOperand(&step);
        const Stride *stride = pointer ? strides.strideOf(*pointer) : nullptr;
        return stride && !stride->conditions.empty();
      });
    });
    return hasConditions && sizeOf(dominated) <= CostModel::divisionVersionLimit;
  }

  static unsigned sizeOf(ArrayRef<BasicBlock *> blocks) {
    unsigned size = 0;
    for (const BasicBlock *block : blocks)
      size += block->size();
    return size;
  }

  bool isKnownAt(const Value &value, const Instruction &place) const {
    const auto *instruction = dyn_cast<Instruction>(&value);
    return !instruction || dominators.dominates(instruction, &place);
  }

  void version(BinaryOperator &first) {
    BasicBlock *head = first.getParent();
    dividend = first.getOperand(0);
    BasicBlock *tail = SplitBlock(head, &first, &dominators);
    SmallVector<BasicBlock *> blocks;
    dominators.getDescendants(tail, blocks);
    assert(blocks.front() == tail && "a block dominates itself first of all");
    findDivisions(blocks, *head->getTerminator());
    builder.SetInsertPoint(head->getTerminator());
    Value *isInOneRow = emitTest();
    RowComparisons comparisons(strides, dominators);
    if (sizeOf(blocks) <= CostModel::comparisonVersionLimit)
      comparisons.find(blocks, divisions, *head->getTerminator());
    ValueToValueMapTy copies;
    BasicBlock *start =
        comparisons.empty() ? copyForRow(blocks, ".row", copies) : copyForRow(blocks, comparisons);
    builder.SetInsertPoint(head->getTerminator());
    builder.CreateCondBr(isInOneRow, start, tail);
    head->getTerminator()->eraseFromParent();
    for (BinaryOperator *division : divisions)
      division->setMetadata(apartMetadata, MDNode::get(region.getContext(), {}));
    for (BasicBlock *block : blocks)
      CostModel::markRare(*block);
    divisionsVersioned += divisions.size();
  }

  // Two copies: for gangs that agree on all comparisons of remainders, and for others.
  BasicBlock *copyForRow(ArrayRef<BasicBlock *> blocks, RowComparisons &comparisons) {
    ValueToValueMapTy copies, divergent;
    BasicBlock *agreeing = copyForRow(blocks, ".row", copies);
    BasicBlock *others = copyForRow(blocks, ".row.ends", divergent);
    for (BasicBlock *block : blocks)
      CostModel::markRare(*cast<BasicBlock>(divergent[block]));
    BasicBlock *test = BasicBlock::Create(region.getContext(), "in.row", &region, agreeing);
    builder.SetInsertPoint(test);
    Value *agree = comparisons.emitTest(
        builder, [&](const BinaryOperator &division) { return rowOf(division).rest; }, lanes);
    builder.CreateCondBr(agree, agreeing, others);
    comparisons.replace(copies);
    return test;
  }

  // Copies the blocks for gangs in one row. Returns the first one's copy.
  BasicBlock *copyForRow(ArrayRef<BasicBlock *> blocks, const Twine &suffix,
                         ValueToValueMapTy &copies) {
    copyBlocks(blocks, suffix, copies);
    auto *start = cast<BasicBlock>(copies[blocks.front()]);
    builder.SetInsertPoint(start, start->getFirstInsertionPt());
    Value *lane = callLaneNumber(builder);
    for (BasicBlock *block : blocks)
      for (const Instruction &guard : *block)
        if (safeResult(guard, divisions))
          copies[&guard]->replaceAllUsesWith(cast<SelectInst>(copies[&guard])->getFalseValue());
    // The map follows replacements, and code is inserted in front of copies.
    SmallVector<Instruction *> replaced;
    for (BinaryOperator *division : divisions) {
      replaced.push_back(cast<Instruction>(copies[division]));
      replace(*division, *replaced.back(), lane);
    }
    for (Instruction *copy : replaced)
      copy->eraseFromParent();
    return start;
  }

  // Those in other blocks join if the test needs nothing more for them: where a condition keeps
  // work-items from a division, its divisor may be anything.
  void findDivisions(ArrayRef<BasicBlock *> blocks, const Instruction &place) {
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block) {
        auto *division = dyn_cast<BinaryOperator>(&instruction);
        if (division && division->getOperand(0) == dividend && dividesNeighbours(*division) &&
            isKnownAt(*division->getOperand(1), place) &&
            (block == blocks.front() || hasSameRow(*division)))
          divisions.push_back(division);
      }
  }

  bool hasSameRow(const BinaryOperator &division) const {
    return any_of(divisions, [&](const BinaryOperator *other) {
      return other->getOperand(1) == division.getOperand(1) &&
             isSignedDivision(*other) == isSignedDivision(division);
    });
  }

  // Whether all lanes lie in one row of each kind.
  Value *emitTest() {
    Value *first = callFirstLane(builder, dividend);
    lanes = builder.CreateTrunc(callVf(builder), first->getType());
    Value *isInOneRow = builder.getTrue();
    for (const BinaryOperator *division : divisions)
      if (find(*division) == rows.end())
        isInOneRow = builder.CreateAnd(emitRow(*division, first), isInOneRow);
    return builder.CreateFreeze(isInOneRow, "in.one.row");
  }

  // Divides what lane 0 has, and tells whether the row has room for all lanes. Lane 0 may be
  // inactive, so its divisions are such that cannot trap: without signs, as nothing is negative
  // where the row has room, by a known number, and by 1 in place of 0.
  Value *emitRow(const BinaryOperator &division, Value *first) {
    Type *type = first->getType();
    Value &divisor = divisorOf(division);
    const bool isSigned = isSignedDivision(division);
    const unsigned width = type->getIntegerBitWidth();
    Value *safe = builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateFreeze(&divisor),
                                                ConstantInt::get(type, 1));
    const Row row{&divisor, isSigned, builder.CreateUDiv(first, safe),
                  builder.CreateURem(first, safe)};
    rows.push_back(row);
    Value *last = ConstantInt::get(type, isSigned ? APInt::getSignedMaxValue(width)
                                                  : APInt::getMaxValue(width));
    const auto atMost = [&](Value *least, Value *most) {
      return isSigned ? builder.CreateICmpSLE(least, most) : builder.CreateICmpULE(least, most);
    };
    SmallVector<Value *> conditions{
        atMost(ConstantInt::get(type, 0), first), atMost(first, builder.CreateSub(last, lanes)),
        atMost(lanes, &divisor), atMost(row.rest, builder.CreateSub(&divisor, lanes))};
    return builder.CreateAnd(conditions);
  }

  // A row has room for the lanes, so its divisor needs no guard.
  static Value &divisorOf(const BinaryOperator &division) {
    Value *unguarded = unguardedDivisor(division);
    return unguarded ? *unguarded : *division.getOperand(1);
  }

  SmallVectorImpl<Row>::const_iterator find(const BinaryOperator &division) const {
    return find_if(rows, [&](const Row &row) {
      return row.divisor == &divisorOf(division) && row.isSigned == isSignedDivision(division);
    });
  }

  const Row &rowOf(const BinaryOperator &division) const {
    const auto found = find(division);
    assert(found != rows.end() && "each division has been tested");
    return *found;
  }

  // Blocks outside that follow these get their values from the copies, too.
  void copyBlocks(ArrayRef<BasicBlock *> blocks, const Twine &suffix, ValueToValueMapTy &copies) {
    SmallVector<BasicBlock *> copied;
    for (BasicBlock *block : blocks) {
      copied.push_back(CloneBasicBlock(block, copies, suffix, &region));
      copies[block] = copied.back();
    }
    remapInstructionsInBlocks(copied, copies);
    const SmallPtrSet<BasicBlock *, 8> inside(blocks.begin(), blocks.end());
    for (auto [block, copy] : zip(blocks, copied))
      for (BasicBlock *next : successors(block))
        if (!inside.contains(next))
          for (PHINode &phi : next->phis()) {
            Value *value = phi.getIncomingValueForBlock(block);
            const auto found = copies.find(value);
            phi.addIncoming(found == copies.end() ? value : static_cast<Value *>(found->second),
                            copy);
          }
  }

  // Puts what the gang has in the place of a division's copy.
  void replace(const BinaryOperator &division, Instruction &copy, Value *lane) {
    const Row &row = rowOf(division);
    Value *result = row.quotient;
    if (isRemainder(division))
      result = builder.CreateAdd(
          row.rest, builder.CreateTrunc(lane, copy.getType(), "", /*IsNUW=*/true, /*IsNSW=*/true),
          "",
          /*HasNUW=*/true, /*HasNSW=*/row.isSigned);
    copy.replaceAllUsesWith(result);
  }

  Function &region;
  const StrideInfo &strides;
  DominatorTree &dominators;
  IRBuilder<> builder;
  Value *dividend = nullptr;
  Value *lanes = nullptr; ///< their number, in the dividend's type
  SmallVector<BinaryOperator *> divisions;
  SmallVector<Row> rows;
};

} // namespace

PreservedAnalyses DivisionVersionsPass::run(Function &region, FunctionAnalysisManager &analyses) {
  const auto divides = [](const Instruction &step) { return step.isIntDivRem(); };
  // Lanes of gangs of several dimensions lie in several rows.
  if (none_of(instructions(region), divides) || linearGangs(region) || needsLanes(region))
    return PreservedAnalyses::all();
  // The dividend may be made of a value that a loop leaves behind.
  if (!analyses.getResult<LoopAnalysis>(region).empty())
    analyses.invalidate(region, CloseLoopsPass().run(region, analyses));
  return DivisionVersioner(region, analyses).run() ? PreservedAnalyses::none()
                                                   : PreservedAnalyses::all();
}

} // namespace weft::compiler
