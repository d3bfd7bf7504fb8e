// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/interleaved_access.h"

#include "compiler/passes/analysis/cost_model.h"
#include "compiler/passes/analysis/target_features.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/support/transposition.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

#include <array>

#define DEBUG_TYPE "weft-interleaved-access"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsDeinterleaved, "Loads of records that became transposes");
ALWAYS_ENABLED_STATISTIC(recordsInterleaved, "Stores of records that became transposes");

namespace {

// The elements of a record and of a block, and the vectors of a transposition.
constexpr unsigned four = 4;

// A run of elements of a vector.
struct Piece {
  Value *vector;
  unsigned start;
};

// The piece of the shuffle's operand that holds element `start` of both operands in sequence.
Piece pieceOfOperands(const ShuffleVectorInst &shuffle, unsigned start) {
  const unsigned length = elementsOf(*shuffle.getOperand(0));
  return {shuffle.getOperand(start / length), start % length};
}

// Follows the piece back through shuffles that only concatenate vectors.
Piece originOf(Piece piece, unsigned count) {
  while (const auto *shuffle = dyn_cast<ShuffleVectorInst>(piece.vector)) {
    const ArrayRef<int> picks = shuffle->getShuffleMask().slice(piece.start, count);
    const unsigned length = elementsOf(*shuffle->getOperand(0));
    if (picks[0] < 0 || picks[0] % length + count > length ||
        !all_of(enumerate(picks), [&](auto pick) {
          return pick.value() == picks[0] + static_cast<int>(pick.index());
        }))
      break;
    piece = pieceOfOperands(*shuffle, picks[0]);
  }
  return piece;
}

class RecordTransposer {
public:
  RecordTransposer(Function &function, unsigned registerBits, bool onlySeparate)
      : function(function), width(registerBits / 32), onlySeparate(onlySeparate) {}

  bool run() {
    assert(width % four == 0 && "a register holds whole records");
    MapVector<std::pair<Value *, Value *>, Columns> sources;
    SmallVector<StoreInst *> stores;
    for (Instruction &instruction : instructions(function)) {
      if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
        if (const auto component = componentOf(*shuffle))
          sources[{shuffle->getOperand(0), shuffle->getOperand(1)}].push_back(
              {*component, shuffle});
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && interleaves(*store))
        stores.push_back(store);
    }
    bool changed = !stores.empty();
    for (const auto &[source, columns] : sources)
      if (deinterleave(columns)) {
        changed = true;
        ++recordsDeinterleaved;
      }
    recordsInterleaved += stores.size();
    for (StoreInst *store : stores)
      interleave(*store);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
    return changed;
  }

private:
  struct Column {
    unsigned component;
    ShuffleVectorInst *shuffle;
  };
  using Columns = SmallVector<Column, four>;
  using Rows = std::array<Value *, four>;

  bool fits(const Type &type, unsigned lanes) const {
    return type.getScalarSizeInBits() == 32 && lanes % width == 0;
  }

  // The component of the records in its operands that the shuffle extracts.
  std::optional<unsigned> componentOf(const ShuffleVectorInst &shuffle) const {
    unsigned component = 0;
    const unsigned lanes = elementsOf(shuffle);
    const unsigned operands = isa<UndefValue>(shuffle.getOperand(1)) ? 1 : 2;
    if (!fits(*shuffle.getType(), lanes) || !isa<Instruction>(shuffle.getOperand(0)) ||
        operands * elementsOf(*shuffle.getOperand(0)) < four * lanes ||
        !ShuffleVectorInst::isDeInterleaveMaskOfFactor(shuffle.getShuffleMask(), four, component))
      return std::nullopt;
    return component;
  }

  // Whether it stores four interleaved components, which the shuffle's operands hold in sequence.
  bool interleaves(const StoreInst &store) const {
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(store.getValueOperand());
    if (onlySeparate || !shuffle || !store.isSimple() ||
        store.hasMetadata(LLVMContext::MD_nontemporal))
      return false;
    const unsigned lanes = elementsOf(*shuffle) / four;
    return fits(*shuffle->getType(), lanes) &&
           2 * elementsOf(*shuffle->getOperand(0)) == four * lanes &&
           shuffle->getShuffleMask() == ArrayRef(createInterleaveMask(lanes, four));
  }

  Value *extract(Piece piece, unsigned count, IRBuilder<> &builder) const {
    piece = originOf(piece, count);
    if (elementsOf(*piece.vector) == count)
      return piece.vector;
    auto *load = dyn_cast<LoadInst>(piece.vector);
    if (!load || !load->isSimple())
      return builder.CreateShuffleVector(piece.vector, createSequentialMask(piece.start, count, 0));
    // Loads at the original place, as memory may have changed since.
    IRBuilder<> loader(load);
    constexpr unsigned bytes = 4;
    const std::uint64_t offset = piece.start * bytes;
    LoadInst *part =
        loader.CreateAlignedLoad(FixedVectorType::get(load->getType()->getScalarType(), count),
                                 offsetAddress(loader, load->getPointerOperand(), offset),
                                 commonAlignment(load->getAlign(), offset));
    part->copyMetadata(*load);
    return part;
  }

  // The vectors with the records of lanes [first, first + width).
  Rows rowsOfRecords(const ShuffleVectorInst &shuffle, unsigned first, IRBuilder<> &builder) const {
    Rows rows;
    for (unsigned row = 0; row != four; ++row) {
      SmallVector<Value *> blocks;
      for (unsigned lane = row; lane < width; lane += four)
        blocks.push_back(extract(pieceOfOperands(shuffle, four * (first + lane)), four, builder));
      rows[row] = concatenateVectors(builder, blocks);
    }
    return rows;
  }

  // Whether each record is a vector of its own.
  bool areSeparate(const ShuffleVectorInst &shuffle) const {
    for (unsigned lane = 0; lane != elementsOf(shuffle); ++lane)
      if (elementsOf(*originOf(pieceOfOperands(shuffle, four * lane), four).vector) != four)
        return false;
    return true;
  }

  bool deinterleave(const Columns &columns) {
    // A single component costs little more than a load for each lane.
    if (columns.size() < 2)
      return false;
    const ShuffleVectorInst &any = *columns.front().shuffle;
    if (onlySeparate && !areSeparate(any))
      return false;
    Instruction *last = cast<Instruction>(any.getOperand(0));
    if (auto *second = dyn_cast<Instruction>(any.getOperand(1))) {
      if (second->getParent() != last->getParent())
        return false;
      last = last->comesBefore(second) ? second : last;
    }
    if (isa<PHINode>(last))
      return false;
    IRBuilder<> builder(last->getNextNode());
    std::array<SmallVector<Value *>, four> parts;
    for (unsigned first = 0; first != elementsOf(any); first += width) {
      const Rows rows = rowsOfRecords(any, first, builder);
      for (unsigned component = 0; component != four; ++component)
        parts[component].push_back(columnOfBlocks(builder, rows, component));
    }
    for (const Column &column : columns) {
      column.shuffle->replaceAllUsesWith(concatenateVectors(builder, parts[column.component]));
      replaced.push_back(column.shuffle);
    }
    return true;
  }

  void interleave(StoreInst &store) {
    auto &shuffle = *cast<ShuffleVectorInst>(store.getValueOperand());
    const unsigned lanes = elementsOf(shuffle) / four;
    IRBuilder<> builder(&store);
    for (unsigned first = 0; first != lanes; first += width) {
      Rows rows;
      for (unsigned component = 0; component != four; ++component)
        rows[component] =
            extract(pieceOfOperands(shuffle, component * lanes + first), width, builder);
      for (unsigned column = 0; column != four; ++column)
        storeRecords(store, first + column, columnOfBlocks(builder, rows, column), builder);
    }
    store.eraseFromParent();
    replaced.push_back(&shuffle);
  }

  // Stores the vector's blocks, which are the records `lane`, `lane` + 4 and so on.
  void storeRecords(StoreInst &store, unsigned lane, Value *records, IRBuilder<> &builder) const {
    constexpr unsigned recordBytes = 16;
    for (unsigned start = 0; start != width; start += four) {
      const std::uint64_t offset = (lane + start) * recordBytes;
      Value *record = extract({records, start}, four, builder);
      StoreInst *part = builder.CreateAlignedStore(
          record, offsetAddress(builder, store.getPointerOperand(), offset),
          commonAlignment(store.getAlign(), offset));
      part->copyMetadata(store);
    }
  }

  Function &function;
  const unsigned width; ///< of registers, in elements
  const bool onlySeparate;
  SmallVector<WeakTrackingVH> replaced;
};

} // namespace

PreservedAnalyses InterleavedAccessPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const CostModel &costs = analyses.getResult<CostModelAnalysis>(function);
  const bool permutesPairs = analyses.getResult<TargetFeaturesAnalysis>(function).permutesPairs();
  return preservedControlFlow(
      RecordTransposer(function, costs.registerBits(), /*onlySeparate=*/permutesPairs).run());
}

} // namespace weft::compiler
