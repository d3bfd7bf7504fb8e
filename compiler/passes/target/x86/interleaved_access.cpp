// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/interleaved_access.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/lanes/transposition.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/x86/shuffle_pieces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>
#include <tuple>

#define DEBUG_TYPE "weft-interleaved-access"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsDeinterleaved, "Loads of records that became transposes");
ALWAYS_ENABLED_STATISTIC(recordsInterleaved, "Stores of records that became transposes");

namespace {

constexpr unsigned blockBits = 128;

// How records lie in blocks: several in one, or one in several.
struct Layout {
  unsigned components; ///< of a record
  unsigned bits;       ///< of a component

  unsigned ofBlock() const { return blockBits / bits; } ///< components
  unsigned recordsOfBlock() const { return std::max(1u, ofBlock() / components); }
  unsigned blocksOfRecord() const { return std::max(1u, components / ofBlock()); }
  unsigned columns() const { return std::min(components, ofBlock()); } ///< of a block
};

class RecordTransposer {
public:
  RecordTransposer(Function &function, unsigned registerBits, const TargetFeatures &cpu)
      : function(function), registerBits(registerBits), cpu(cpu) {}

  bool run() {
    // By operands, the number of components, and that of lanes.
    MapVector<std::tuple<Value *, Value *, unsigned, unsigned>, SmallVector<ShuffleVectorInst *>>
        sources;
    SmallVector<std::pair<ShuffleVectorInst *, Layout>> joins;
    for (Instruction &instruction : instructions(function))
      if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
        if (const auto split = layoutOfSplit(*shuffle))
          sources[{shuffle->getOperand(0), shuffle->getOperand(1), split->components,
                   elementsOf(*shuffle)}]
              .push_back(shuffle);
        else if (const auto join = layoutOfJoin(*shuffle))
          joins.emplace_back(shuffle, *join);
      }
    for (const auto &[source, columns] : sources)
      deinterleave(columns, std::get<2>(source));
    for (const auto &[shuffle, layout] : joins)
      interleave(*shuffle, layout);
    const bool changed = !mayBeDead.empty();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(mayBeDead);
    return changed;
  }

private:
  using Vectors = SmallVector<Value *>;

  // The lanes of a register, or of fewer that there are.
  unsigned widthOf(Layout layout, unsigned lanes) const {
    return std::min(registerBits / layout.bits, lanes);
  }

  // Whether the records are those that the pass takes, in so many lanes.
  bool fits(Layout layout, unsigned lanes) const {
    return isPowerOf2_32(layout.components) && layout.components >= 4 && layout.components <= 16 &&
           takes(layout) && lanes != 0 && lanes % layout.ofBlock() == 0 &&
           lanes % widthOf(layout, lanes) == 0;
  }

  bool takes(Layout layout) const {
    switch (layout.bits) {
    case 32:
      return layout.ofBlock() == layout.components;
    case 16:
      return layout.ofBlock() == layout.components ||
             (cpu.permutesSixteenBytes() && !cpu.permutesShorts());
    case 8:
      return cpu.permutesSixteenBytes() && !cpu.permutesBytes();
    default:
      return false;
    }
  }

  // Pairs of registers are permuted by words in one step.
  bool onlySeparate(Layout layout) const { return cpu.permutesPairs() && layout.bits == 32; }

  // Of the records in its operands, if the shuffle extracts a component of them.
  std::optional<Layout> layoutOfSplit(const ShuffleVectorInst &shuffle) const {
    const ArrayRef<int> picks = shuffle.getShuffleMask();
    if (picks.size() < 2 || picks[0] < 0 || picks[1] <= picks[0] ||
        !isa<Instruction>(shuffle.getOperand(0)))
      return std::nullopt;
    const Layout layout{static_cast<unsigned>(picks[1] - picks[0]),
                        shuffle.getType()->getScalarSizeInBits()};
    unsigned component = 0;
    if (!fits(layout, picks.size()) ||
        elementsOfOperands(shuffle) < layout.components * picks.size() ||
        elementsOf(*shuffle.getOperand(0)) % layout.ofBlock() != 0 || // no block lies in both
        !ShuffleVectorInst::isDeInterleaveMaskOfFactor(picks, layout.components, component))
      return std::nullopt;
    return layout;
  }

  static unsigned componentOf(const ShuffleVectorInst &shuffle, Layout layout) {
    unsigned component = 0;
    ShuffleVectorInst::isDeInterleaveMaskOfFactor(shuffle.getShuffleMask(), layout.components,
                                                  component);
    return component;
  }

  // Of the records that the shuffle joins of components that its operands hold in sequence, if
  // memory takes these: all in a row, or each by itself.
  std::optional<Layout> layoutOfJoin(const ShuffleVectorInst &shuffle) const {
    const ArrayRef<int> picks = shuffle.getShuffleMask();
    if (picks.size() < 2 || picks[0] != 0 || picks[1] < 2 || picks.size() % picks[1] != 0)
      return std::nullopt;
    const auto lanes = static_cast<unsigned>(picks[1]);
    const Layout layout{static_cast<unsigned>(picks.size() / lanes),
                        shuffle.getType()->getScalarSizeInBits()};
    if (!fits(layout, lanes) || onlySeparate(layout) ||
        2 * elementsOf(*shuffle.getOperand(0)) != picks.size() ||
        picks != ArrayRef(createInterleaveMask(lanes, layout.components)))
      return std::nullopt;
    for (const User *user : shuffle.users())
      if (!isWholeStore(*user, shuffle) && !recordExtracted(*user, shuffle, layout))
        return std::nullopt;
    return layout;
  }

  static bool isWholeStore(const User &user, const ShuffleVectorInst &shuffle) {
    const auto *store = dyn_cast<StoreInst>(&user);
    return store && store->getValueOperand() == &shuffle && store->isSimple() &&
           !store->hasMetadata(LLVMContext::MD_nontemporal);
  }

  // The number of the one record that a user extracts of all.
  static std::optional<unsigned> recordExtracted(const User &user, const Value &records,
                                                 Layout layout) {
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(&user);
    const unsigned components = layout.components;
    if (!shuffle || shuffle->getOperand(0) != &records || elementsOf(*shuffle) != components)
      return std::nullopt;
    const auto start = static_cast<unsigned>(shuffle->getShuffleMask()[0]); // large where it is -1
    if (start % components != 0 || start >= elementsOf(records) ||
        shuffle->getShuffleMask() != ArrayRef(createSequentialMask(start, components, 0)))
      return std::nullopt;
    return start / components;
  }

  // Turns a block's records into one of tuples: the first components of all, the second ones and so
  // on. A tuple becomes an element.
  static Value *tuplesOf(IRBuilder<> &builder, Value *records, Layout layout) {
    const unsigned count = layout.recordsOfBlock();
    if (count == 1)
      return records;
    SmallVector<int> picks;
    for (unsigned block = 0; block != elementsOf(*records); block += layout.ofBlock())
      for (unsigned component = 0; component != layout.components; ++component)
        for (unsigned record = 0; record != count; ++record)
          picks.push_back(static_cast<int>(block + record * layout.components + component));
    return asTuples(builder, builder.CreateShuffleVector(records, picks), layout);
  }

  static Value *recordsOf(IRBuilder<> &builder, Value *tuples, Layout layout, Type *element) {
    const unsigned count = layout.recordsOfBlock();
    if (count == 1)
      return tuples;
    Value *components = asComponents(builder, tuples, layout, element);
    SmallVector<int> picks;
    for (unsigned block = 0; block != elementsOf(*components); block += layout.ofBlock())
      for (unsigned record = 0; record != count; ++record)
        for (unsigned component = 0; component != layout.components; ++component)
          picks.push_back(static_cast<int>(block + component * count + record));
    return builder.CreateShuffleVector(components, picks);
  }

  static Value *asTuples(IRBuilder<> &builder, Value *components, Layout layout) {
    const unsigned count = layout.recordsOfBlock();
    Type *tuple = builder.getIntNTy(layout.bits * count);
    return count == 1
               ? components
               : builder.CreateBitCast(
                     components, FixedVectorType::get(tuple, elementsOf(*components) / count));
  }

  static Value *asComponents(IRBuilder<> &builder, Value *tuples, Layout layout, Type *element) {
    const unsigned count = layout.recordsOfBlock();
    return count == 1 ? tuples
                      : builder.CreateBitCast(
                            tuples, FixedVectorType::get(element, elementsOf(*tuples) * count));
  }

  // The vectors with the records of lanes [first, first + width), of which they hold one block if
  // there are several.
  Vectors rowsOfRecords(const ShuffleVectorInst &shuffle, Layout layout, unsigned first,
                        unsigned blockOfRecord, IRBuilder<> &builder) const {
    const unsigned count = layout.recordsOfBlock(), rowCount = layout.columns();
    const unsigned end = first + widthOf(layout, elementsOf(shuffle));
    Vectors rows;
    for (unsigned row = 0; row != rowCount; ++row) {
      Vectors blocks;
      for (unsigned lane = first + row * count; lane < end; lane += rowCount * count) {
        const unsigned start = layout.components * lane + layout.ofBlock() * blockOfRecord;
        blocks.push_back(extractPiece(builder, pieceOfOperands(shuffle, start), layout.ofBlock()));
      }
      rows.push_back(tuplesOf(builder, concatenateVectors(builder, blocks), layout));
    }
    return rows;
  }

  // Whether each record is a vector of its own.
  static bool areSeparate(const ShuffleVectorInst &shuffle, Layout layout) {
    const unsigned components = layout.components;
    for (unsigned lane = 0; lane != elementsOf(shuffle); ++lane)
      if (elementsOf(*originOf(pieceOfOperands(shuffle, components * lane), components).vector) !=
          components)
        return false;
    return true;
  }

  void deinterleave(ArrayRef<ShuffleVectorInst *> shuffles, unsigned components) {
    const ShuffleVectorInst &any = *shuffles.front();
    const Layout layout{components, any.getType()->getScalarSizeInBits()};
    Instruction *place = behindOperands(any);
    // A single component costs little more than a load for each lane.
    if (shuffles.size() < 2 || !place || (onlySeparate(layout) && !areSeparate(any, layout)))
      return;
    const unsigned lanes = elementsOf(any);
    Type *element = any.getType()->getElementType();
    IRBuilder<> builder(place);
    SmallVector<Vectors> parts(layout.components);
    for (unsigned first = 0; first != lanes; first += widthOf(layout, lanes))
      for (unsigned block = 0; block != layout.blocksOfRecord(); ++block) {
        const Vectors rows = rowsOfRecords(any, layout, first, block, builder);
        for (auto [number, tuples] : enumerate(interleaved(builder, rows, layout.columns()))) {
          Value *column = asComponents(builder, tuples, layout, element);
          parts[block * layout.columns() + number].push_back(column);
          mayBeDead.push_back(column);
        }
      }
    for (ShuffleVectorInst *shuffle : shuffles) {
      shuffle->replaceAllUsesWith(
          concatenateVectors(builder, parts[componentOf(*shuffle, layout)]));
      mayBeDead.push_back(shuffle);
    }
    ++recordsDeinterleaved;
  }

  // The blocks of memory, in sequence, that the shuffle joins.
  Vectors blocksOf(const ShuffleVectorInst &shuffle, Layout layout, IRBuilder<> &builder) const {
    const unsigned lanes = elementsOf(shuffle) / layout.components, width = widthOf(layout, lanes);
    const unsigned count = layout.recordsOfBlock(), ofRecord = layout.blocksOfRecord();
    Type *element = shuffle.getType()->getElementType();
    Vectors blocks(elementsOf(shuffle) / layout.ofBlock());
    for (unsigned first = 0; first != lanes; first += width)
      for (unsigned block = 0; block != ofRecord; ++block) {
        Vectors columns;
        for (unsigned number = 0; number != layout.columns(); ++number) {
          const unsigned component = block * layout.columns() + number;
          Value *column =
              extractPiece(builder, pieceOfOperands(shuffle, component * lanes + first), width);
          columns.push_back(asTuples(builder, column, layout));
        }
        for (auto [row, tuples] : enumerate(interleaved(builder, columns, layout.columns()))) {
          Value *records = recordsOf(builder, tuples, layout, element);
          for (unsigned start = 0; start != width; start += layout.ofBlock()) {
            const unsigned lane = first + start + static_cast<unsigned>(row) * count;
            blocks[lane / count * ofRecord + block] =
                extractPiece(builder, {records, start}, layout.ofBlock());
          }
        }
      }
    return blocks;
  }

  void interleave(ShuffleVectorInst &shuffle, Layout layout) {
    IRBuilder<> builder(&shuffle);
    const Vectors blocks = blocksOf(shuffle, layout, builder);
    const unsigned count = layout.recordsOfBlock(), ofRecord = layout.blocksOfRecord();
    for (User *user : make_early_inc_range(shuffle.users())) {
      if (const auto record = recordExtracted(*user, shuffle, layout)) {
        Value *whole = concatenateVectors(
            builder, ArrayRef(blocks).slice(*record / count * ofRecord, ofRecord));
        user->replaceAllUsesWith(
            extractPiece(builder, {whole, *record % count * layout.components}, layout.components));
        mayBeDead.push_back(user);
      } else {
        storeBlocks(cast<StoreInst>(*user), blocks);
      }
    }
    mayBeDead.push_back(&shuffle);
    ++recordsInterleaved;
  }

  // In place of the store.
  static void storeBlocks(StoreInst &store, ArrayRef<Value *> blocks) {
    IRBuilder<> builder(&store);
    for (auto [number, block] : enumerate(blocks)) {
      const std::uint64_t offset = number * (blockBits / 8);
      StoreInst *part = builder.CreateAlignedStore(
          block, offsetAddress(builder, store.getPointerOperand(), offset),
          commonAlignment(store.getAlign(), offset));
      part->copyMetadata(store);
    }
    store.eraseFromParent();
  }

  Function &function;
  const unsigned registerBits;
  const TargetFeatures &cpu;
  SmallVector<WeakTrackingVH> mayBeDead;
};

} // namespace

PreservedAnalyses InterleavedAccessPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const CostModel &costs = analyses.getResult<CostModelAnalysis>(function);
  const TargetFeatures &cpu = analyses.getResult<TargetFeaturesAnalysis>(function);
  return preservedControlFlow(RecordTransposer(function, costs.registerBits(), cpu).run());
}

} // namespace weft::compiler
