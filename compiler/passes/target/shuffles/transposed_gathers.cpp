// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/shuffles/transposed_gathers.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/lanes/transposition.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-transposed-gathers"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(gathersTransposed, "Gathers that became columns of loads");

namespace {

constexpr std::int64_t elementBytes = 4, lineBytes = 64;

// Elements that are `pitch` bytes apart, from `first` bytes behind `root`.
struct Column {
  Value *root;
  std::int64_t pitch, first;
  IntrinsicInst *gather;
};

// The distance from element to element of constant distances; 0 without one.
std::int64_t pitchOf(const Constant &distances) {
  std::int64_t pitch = 0, last = 0;
  for (unsigned lane = 0; lane != elementsOf(distances); ++lane) {
    const auto *distance = dyn_cast_or_null<ConstantInt>(distances.getAggregateElement(lane));
    if (!distance || (lane > 1 && distance->getSExtValue() - last != pitch))
      return 0;
    pitch = distance->getSExtValue() - last;
    last = distance->getSExtValue();
  }
  return pitch;
}

// The place of a pointer behind another one that it is made of.
const Value *rootOf(const Value &pointer, std::int64_t &bytes, const DataLayout &layout) {
  APInt offset(64, 0);
  const Value *root =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  bytes = offset.getSExtValue();
  return root;
}

std::optional<Column> columnOf(IntrinsicInst &gather) {
  const DataLayout &layout = gather.getDataLayout();
  if (gather.getIntrinsicID() != Intrinsic::masked_gather ||
      gather.getType()->getScalarSizeInBits() != 8 * elementBytes ||
      !match(gather.getArgOperand(1), m_AllOnes()))
    return std::nullopt;
  const auto *address = dyn_cast<GEPOperator>(gather.getArgOperand(0));
  APInt offset(64, 0);
  while (address && address->getPointerOperandType()->isVectorTy()) {
    if (!address->accumulateConstantOffset(layout, offset))
      return std::nullopt;
    address = dyn_cast<GEPOperator>(address->getPointerOperand());
  }
  if (!address || address->getNumIndices() != 1)
    return std::nullopt;
  const auto *distances = dyn_cast<Constant>(address->idx_begin()->get());
  if (!distances || !distances->getType()->isVectorTy())
    return std::nullopt;
  const auto bytes = static_cast<std::int64_t>(
      layout.getTypeAllocSize(address->getSourceElementType()).getFixedValue());
  const auto *start = dyn_cast<ConstantInt>(distances->getAggregateElement(0U));
  const std::int64_t pitch = pitchOf(*distances) * bytes;
  if (!start || pitch == 0)
    return std::nullopt;
  offset += start->getSExtValue() * bytes;
  std::int64_t behind = 0;
  const Value *root = rootOf(*address->getPointerOperand(), behind, layout);
  return Column{const_cast<Value *>(root), pitch, offset.getSExtValue() + behind, &gather};
}

// Whether a write may change what is read in an address space.
bool mayChange(const Instruction &writer, unsigned space) {
  const auto isBuffer = [](unsigned some) { return some == globalSpace || some == localSpace; };
  const Value *pointer = getLoadStorePointerOperand(&writer);
  if (const auto *call = dyn_cast<IntrinsicInst>(&writer);
      call && call->getIntrinsicID() == Intrinsic::masked_store)
    pointer = call->getArgOperand(1);
  const unsigned other = pointer ? pointer->getType()->getPointerAddressSpace() : space;
  return other == space || !isBuffer(other) || !isBuffer(space);
}

// Whether all columns, in their order in the block, can be read where the first one is.
bool canReadAtOnce(ArrayRef<Column> columns) {
  const unsigned space = columns[0].root->getType()->getPointerAddressSpace();
  for (const Instruction *step = columns.front().gather; step != columns.back().gather;
       step = step->getNextNode())
    if (!isGuaranteedToTransferExecutionToSuccessor(step) ||
        (step->mayWriteToMemory() && mayChange(*step, space)))
      return false;
  return true;
}

// What `row` at so many bytes behind `root` holds if the block has written it whole, or null.
Value *writtenBefore(const Instruction &reader, const Value &root, std::int64_t begin, Type *row) {
  constexpr unsigned longestWay = 500;
  const DataLayout &layout = reader.getDataLayout();
  const auto bytesOf = [&](Type *type) {
    return static_cast<std::int64_t>(layout.getTypeStoreSize(type).getFixedValue());
  };
  unsigned way = 0;
  for (const Instruction *step = reader.getPrevNode(); step && ++way != longestWay;
       step = step->getPrevNode()) {
    if (!step->mayWriteToMemory() || !mayChange(*step, root.getType()->getPointerAddressSpace()))
      continue;
    const auto *store = dyn_cast<StoreInst>(step);
    std::int64_t at = 0;
    if (!store || !store->isSimple() || rootOf(*store->getPointerOperand(), at, layout) != &root)
      return nullptr;
    const Value *value = store->getValueOperand();
    if (at == begin && value->getType() == row)
      return const_cast<Value *>(value);
    if (at < begin + bytesOf(row) && begin < at + bytesOf(value->getType()))
      return nullptr;
  }
  return nullptr;
}

// The stores of columns, in their order in the block, where all that is done with each is to write
// it to a line of the cache, and `block` accesses no other memory between. Otherwise none.
SmallVector<StoreInst *> storesOf(ArrayRef<SmallVector<Value *>> columns, const BasicBlock &block) {
  SmallVector<StoreInst *> stores;
  for (ArrayRef<Value *> column : columns) {
    auto *store = column[0]->hasOneUse() ? dyn_cast<StoreInst>(*column[0]->user_begin()) : nullptr;
    if (!store || !store->isSimple() || store->hasMetadata(LLVMContext::MD_nontemporal) ||
        elementsOf(*column[0]) * elementBytes != lineBytes || store->getParent() != &block)
      return {};
    stores.push_back(store);
  }
  sort(stores, [](const auto *a, const auto *b) { return a->comesBefore(b); });
  for (const Instruction *step = stores.front(); step != stores.back(); step = step->getNextNode())
    if (step->mayReadOrWriteMemory() && !is_contained(stores, step))
      return {};
  return stores;
}

// Writes a line in parts of 8 bytes. They are volatile, or instruction selection would join them.
void storeParts(StoreInst &line, IRBuilder<> &builder) {
  constexpr unsigned partBytes = 8, parts = lineBytes / partBytes;
  Value *numbers = builder.CreateBitCast(line.getValueOperand(),
                                         FixedVectorType::get(builder.getInt64Ty(), parts));
  for (unsigned part = 0; part != parts; ++part) {
    const std::uint64_t offset = part * partBytes;
    builder.CreateAlignedStore(builder.CreateExtractElement(numbers, part),
                               offsetAddress(builder, line.getPointerOperand(), offset),
                               commonAlignment(line.getAlign(), offset), /*isVolatile=*/true);
  }
}

// Lines whose distance is a multiple of a page belong to one set of the cache. A CPU fetches the
// lines of all stores that wait, and a set has no room for as many: they leave it before they are
// written, and are fetched again. Fewer lines wait where each takes several stores.
void storeByDistance(ArrayRef<StoreInst *> lines) {
  constexpr std::uint64_t pageBytes = 4096;
  IRBuilder<> builder(lines.back());
  Value *distance = builder.CreateSub(
      builder.CreatePtrToInt(lines[1]->getPointerOperand(), builder.getInt64Ty()),
      builder.CreatePtrToInt(lines[0]->getPointerOperand(), builder.getInt64Ty()));
  Value *isOneSet = builder.CreateIsNull(
      builder.CreateAnd(distance, builder.getInt64(pageBytes - 1)), "is.one.set");
  Instruction *inParts = nullptr, *whole = nullptr;
  SplitBlockAndInsertIfThenElse(isOneSet, lines.back()->getIterator(), &inParts, &whole);
  for (StoreInst *line : lines) {
    builder.SetInsertPoint(inParts);
    storeParts(*line, builder);
    line->moveBefore(whole->getIterator());
  }
}

class GatherTransposer {
public:
  explicit GatherTransposer(unsigned registerBits) : registerElements(registerBits / 32) {}

  /// Returns whether it changed the block. Its branches stay as they are, unless `splits` becomes
  /// true.
  bool run(BasicBlock &block, bool &splits) {
    MapVector<std::tuple<Value *, std::int64_t, Type *>, SmallVector<Column>> tiles;
    for (Instruction &step : block)
      if (auto *call = dyn_cast<IntrinsicInst>(&step))
        if (const auto column = columnOf(*call))
          tiles[{column->root, column->pitch, call->getType()}].push_back(*column);
    bool changed = false;
    for (auto &[tile, columns] : tiles)
      changed |= transposeTile(columns);
    // What is split off is behind the lines that are still to come.
    sort(lines, [](const auto &a, const auto &b) { return b[0]->comesBefore(a[0]); });
    for (const auto &stores : lines)
      storeByDistance(stores);
    splits |= !lines.empty();
    return changed;
  }

private:
  bool transposeTile(SmallVector<Column> &columns) {
    const unsigned lanes = elementsOf(*columns[0].gather);
    const unsigned width = std::min(registerElements, lanes);
    if (width < 4 || width > 16 || lanes % width != 0)
      return false;
    stable_sort(columns, [](const Column &a, const Column &b) { return a.first < b.first; });
    bool changed = false;
    for (std::size_t begin = 0; begin + width <= columns.size();) {
      const ArrayRef<Column> run(columns.data() + begin, width);
      const bool areNeighbours = all_of(enumerate(run), [&](auto column) {
        return column.value().first ==
               run[0].first + static_cast<std::int64_t>(column.index()) * elementBytes;
      });
      const bool isDone = areNeighbours && transposeColumns(run);
      changed |= isDone;
      begin += isDone ? width : 1;
    }
    return changed;
  }

  // As many neighbours as a vector has elements.
  bool transposeColumns(ArrayRef<Column> run) {
    SmallVector<Column> inOrder(run);
    sort(inOrder, [](const Column &a, const Column &b) { return a.gather->comesBefore(b.gather); });
    if (!canReadAtOnce(inOrder))
      return false;
    const unsigned width = run.size(), lanes = elementsOf(*run[0].gather);
    const BasicBlock &block = *inOrder[0].gather->getParent();
    IRBuilder<> builder(inOrder[0].gather);
    Type *row = FixedVectorType::get(run[0].gather->getType()->getScalarType(), width);
    SmallVector<SmallVector<Value *>> parts(width);
    for (unsigned lane = 0; lane != lanes; lane += width) {
      SmallVector<Value *> rows;
      for (unsigned number = lane; number != lane + width; ++number) {
        const std::int64_t at = run[0].first + number * run[0].pitch;
        Value *known = writtenBefore(*inOrder[0].gather, *run[0].root, at, row);
        rows.push_back(
            known ? known
                  : builder.CreateAlignedLoad(row, offsetAddress(builder, run[0].root, at),
                                              run[0].gather->getParamAlign(0).valueOrOne()));
      }
      for (auto [number, column] : enumerate(transposed(builder, rows)))
        parts[number].push_back(column);
    }
    for (SmallVector<Value *> &part : parts)
      part = {concatenateVectors(builder, part)};
    for (auto [column, part] : zip(run, parts)) {
      column.gather->replaceAllUsesWith(part[0]);
      column.gather->eraseFromParent();
    }
    if (SmallVector<StoreInst *> stores = storesOf(parts, block); !stores.empty())
      lines.push_back(std::move(stores));
    gathersTransposed += width;
    return true;
  }

  const unsigned registerElements;
  SmallVector<SmallVector<StoreInst *>> lines; ///< stores of columns that fill a line each
};

} // namespace

PreservedAnalyses TransposedGathersPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const unsigned bits = analyses.getResult<CostModelAnalysis>(function).registerBits();
  bool changed = false, splits = false;
  for (BasicBlock &block : make_early_inc_range(function))
    changed |= GatherTransposer(bits).run(block, splits);
  return splits ? PreservedAnalyses::none() : preservedControlFlow(changed);
}

} // namespace weft::compiler
