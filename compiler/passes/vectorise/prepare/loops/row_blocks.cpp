// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/row_blocks.h"

#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <array>

#define DEBUG_TYPE "weft-row-blocks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(rowBlocksMade, "Regions that run several rows at a time");

namespace {

using Values = SmallPtrSet<const Value *, 32>;

Argument *rowId(Function &region) { return parameterOf(region, RegionParameters::LocalId + 1); }

// The values that depend on the row.
Values valuesOfRows(const Argument &row) {
  Values found;
  SmallVector<const Value *> waiting{&row};
  while (!waiting.empty())
    for (const User *user : waiting.pop_back_val()->users())
      if (found.insert(user).second)
        waiting.push_back(user);
  return found;
}

bool isOneElement(const Type &type) { return !type.isVectorTy() && !type.isAggregateType(); }

// Whether copies of the instruction for several rows can follow each other. Sets `hasWritten` at a
// store.
bool suitsRows(const Instruction &step, bool isInLoop, bool &hasWritten) {
  if (isa<LoadInst>(step))
    return cast<LoadInst>(step).isSimple() && !hasWritten;
  if (isa<StoreInst>(step)) {
    hasWritten = true;
    return cast<StoreInst>(step).isSimple() && !isInLoop;
  }
  if (const auto *call = dyn_cast<CallInst>(&step))
    return call->doesNotAccessMemory() && !call->isConvergent() && !isUniformLaneFunction(*call) &&
           call->willReturn() && call->doesNotThrow();
  return !isa<AllocaInst>(step) && !step.mayReadOrWriteMemory();
}

// Whether lanes and rows take the same path through the region.
bool isStraight(const Function &region, const Values &ofRows, UniformityInfo &uniformity) {
  return all_of(region, [&](const BasicBlock &block) {
    const Instruction &end = *block.getTerminator();
    return isa<BranchInst, ReturnInst>(end) && !ofRows.contains(&end) &&
           !uniformity.hasDivergentTerminator(block);
  });
}

// Whether lanes load from distant places.
bool gathers(const Instruction &step, const StrideInfo &strides) {
  return isa<LoadInst>(step) && classifyAccess(strides, step).kind == MemoryAccess::Kind::Scattered;
}

// The block whose rounds share what they load, or the only one.
const BasicBlock *sharingBlock(const Function &region, const LoopInfo &loops) {
  const ArrayRef<Loop *> outermost = loops.getTopLevelLoops();
  const bool isLoop = outermost.size() == 1 && outermost[0]->getNumBlocks() == 1;
  const bool isOne = outermost.empty() && hasSingleElement(region);
  const BasicBlock *block = isLoop  ? outermost[0]->getHeader()
                            : isOne ? &region.getEntryBlock()
                                    : nullptr;
  return block && block->size() <= limits::rowBlockBody ? block : nullptr;
}

} // namespace

std::optional<RowBlockValues> findRowBlock(const Function &region, UniformityInfo &uniformity,
                                           const StrideInfo &strides, const LoopInfo &loops) {
  const Argument *row = rowId(const_cast<Function &>(region));
  const BasicBlock *body = sharingBlock(region, loops);
  if (!row || row->use_empty() || !body)
    return std::nullopt;
  const bool isLoop = !loops.empty();
  const Values ofRows = valuesOfRows(*row);
  if (!isStraight(region, ofRows, uniformity))
    return std::nullopt;
  RowBlockValues values{};
  bool hasWritten = false;
  for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&region))
    for (const Instruction &step : *block) {
      const bool isInBody = block == body;
      if (!suitsRows(step, isLoop && isInBody, hasWritten))
        return std::nullopt;
      if (!isInBody || !uniformity.isDivergent(&step))
        continue;
      const bool isOfRow = ofRows.contains(&step);
      if (!isOneElement(*step.getType()))
        return std::nullopt;
      values.carried += isOfRow && (isLoop ? isa<PHINode>(step) : isa<LoadInst>(step));
      values.shared += !isOfRow && (isLoop ? isa<LoadInst>(step) : gathers(step, strides));
    }
  return values.shared && (values.carried || !isLoop) ? std::optional(values) : std::nullopt;
}

void makeRowBlock(Function &region) {
  Argument *row = rowId(region);
  assert(row && "the region suits row blocks");
  const Values ofRows = valuesOfRows(*row);
  SmallVector<Instruction *> originals;
  for (BasicBlock &block : region)
    for (Instruction &step : block)
      if (ofRows.contains(&step))
        originals.push_back(&step);
  std::array<ValueToValueMapTy, rowsOfBlock - 1> maps;
  IRBuilder<> builder(&*region.getEntryBlock().getFirstInsertionPt());
  for (const auto &[number, map] : enumerate(maps))
    map[row] = builder.CreateAdd(row, ConstantInt::get(row->getType(), number + 1), "row");
  SmallVector<std::pair<Instruction *, ValueToValueMapTy *>> copies;
  for (Instruction *original : originals) {
    Instruction *last = original;
    for (ValueToValueMapTy &map : maps) {
      Instruction *copy = original->clone();
      copy->insertAfter(last->getIterator());
      if (original->hasName())
        copy->setName(original->getName());
      map[original] = last = copy;
      copies.emplace_back(copy, &map);
    }
  }
  for (auto [copy, map] : copies)
    RemapInstruction(copy, *map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  ++rowBlocksMade;
}

} // namespace weft::compiler
