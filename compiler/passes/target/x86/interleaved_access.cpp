// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/interleaved_access.h"

#include "compiler/passes/analysis/cost_model.h"
#include "compiler/passes/analysis/target_features.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/support/transposition.h"
#include "compiler/passes/target/x86/shuffle_pieces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

#define DEBUG_TYPE "weft-interleaved-access"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsDeinterleaved, "Loads of records that became transposes");
ALWAYS_ENABLED_STATISTIC(recordsInterleaved, "Stores of records that became transposes");

namespace {

constexpr unsigned recordBits = 128;

// The elements of a record.
unsigned componentsOf(const Value &vector) {
  return recordBits / vector.getType()->getScalarSizeInBits();
}

class RecordTransposer {
public:
  RecordTransposer(Function &function, unsigned registerBits, bool permutesPairs)
      : function(function), registerBits(registerBits), permutesPairs(permutesPairs) {}

  bool run() {
    MapVector<std::pair<Value *, Value *>, SmallVector<ShuffleVectorInst *>> sources;
    SmallVector<ShuffleVectorInst *> joins;
    for (Instruction &instruction : instructions(function))
      if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
          shuffle && hasElements(*shuffle)) {
        if (componentOf(*shuffle))
          sources[{shuffle->getOperand(0), shuffle->getOperand(1)}].push_back(shuffle);
        else if (interleaves(*shuffle))
          joins.push_back(shuffle);
      }
    for (const auto &[source, columns] : sources)
      deinterleave(columns);
    for (ShuffleVectorInst *shuffle : joins)
      interleave(*shuffle);
    const bool changed = !mayBeDead.empty();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(mayBeDead);
    return changed;
  }

private:
  using Vectors = SmallVector<Value *>;

  // The lanes of a register, or of fewer that there are.
  unsigned widthOf(const Value &vector, unsigned lanes) const {
    return std::min(registerBits / vector.getType()->getScalarSizeInBits(), lanes);
  }

  static bool hasElements(const Value &vector) {
    const unsigned bits = vector.getType()->getScalarSizeInBits();
    return bits == 16 || bits == 32;
  }

  bool fits(const Value &vector, unsigned lanes) const {
    return lanes != 0 && lanes % componentsOf(vector) == 0 && lanes % widthOf(vector, lanes) == 0;
  }

  // Pairs of registers are permuted by words in one step.
  bool onlySeparate(const Value &vector) const {
    return permutesPairs && vector.getType()->getScalarSizeInBits() == 32;
  }

  // The component of the records in its operands that the shuffle extracts.
  std::optional<unsigned> componentOf(const ShuffleVectorInst &shuffle) const {
    unsigned component = 0;
    const unsigned lanes = elementsOf(shuffle);
    if (!fits(shuffle, lanes) || !isa<Instruction>(shuffle.getOperand(0)) ||
        elementsOfOperands(shuffle) < componentsOf(shuffle) * lanes ||
        !ShuffleVectorInst::isDeInterleaveMaskOfFactor(shuffle.getShuffleMask(),
                                                       componentsOf(shuffle), component))
      return std::nullopt;
    return component;
  }

  // Whether the shuffle joins records of components that its operands hold in sequence, and memory
  // takes these: all in a row, or each by itself.
  bool interleaves(const ShuffleVectorInst &shuffle) const {
    const unsigned components = componentsOf(shuffle), lanes = elementsOf(shuffle) / components;
    return !onlySeparate(shuffle) && fits(shuffle, lanes) &&
           2 * elementsOf(*shuffle.getOperand(0)) == components * lanes &&
           shuffle.getShuffleMask() == ArrayRef(createInterleaveMask(lanes, components)) &&
           all_of(shuffle.users(), [&](const User *user) {
             return isWholeStore(*user, shuffle) || recordExtracted(*user, shuffle);
           });
  }

  static bool isWholeStore(const User &user, const ShuffleVectorInst &shuffle) {
    const auto *store = dyn_cast<StoreInst>(&user);
    return store && store->getValueOperand() == &shuffle && store->isSimple() &&
           !store->hasMetadata(LLVMContext::MD_nontemporal);
  }

  // The number of the one record that a user extracts of all.
  static std::optional<unsigned> recordExtracted(const User &user, const Value &records) {
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(&user);
    if (!shuffle || shuffle->getOperand(0) != &records ||
        elementsOf(*shuffle) != componentsOf(*shuffle))
      return std::nullopt;
    const unsigned components = componentsOf(*shuffle);
    const auto start = static_cast<unsigned>(shuffle->getShuffleMask()[0]); // large where it is -1
    if (start % components != 0 || start >= elementsOf(records) ||
        shuffle->getShuffleMask() != ArrayRef(createSequentialMask(start, components, 0)))
      return std::nullopt;
    return start / components;
  }

  // The vectors with the records of lanes [first, first + width).
  Vectors rowsOfRecords(const ShuffleVectorInst &shuffle, unsigned first,
                        IRBuilder<> &builder) const {
    const unsigned components = componentsOf(shuffle);
    const unsigned width = widthOf(shuffle, elementsOf(shuffle));
    Vectors rows;
    for (unsigned row = 0; row != components; ++row) {
      Vectors blocks;
      for (unsigned lane = row; lane < width; lane += components)
        blocks.push_back(extractPiece(
            builder, pieceOfOperands(shuffle, components * (first + lane)), components));
      rows.push_back(concatenateVectors(builder, blocks));
    }
    return rows;
  }

  // Whether each record is a vector of its own.
  bool areSeparate(const ShuffleVectorInst &shuffle) const {
    const unsigned components = componentsOf(shuffle);
    for (unsigned lane = 0; lane != elementsOf(shuffle); ++lane)
      if (elementsOf(*originOf(pieceOfOperands(shuffle, components * lane), components).vector) !=
          components)
        return false;
    return true;
  }

  void deinterleave(ArrayRef<ShuffleVectorInst *> columns) {
    const ShuffleVectorInst &any = *columns.front();
    Instruction *place = behindOperands(any);
    // A single component costs little more than a load for each lane.
    if (columns.size() < 2 || !place || (onlySeparate(any) && !areSeparate(any)))
      return;
    const unsigned components = componentsOf(any), lanes = elementsOf(any);
    IRBuilder<> builder(place);
    SmallVector<Vectors> parts(components);
    for (unsigned first = 0; first != lanes; first += widthOf(any, lanes)) {
      const Vectors rows = rowsOfRecords(any, first, builder);
      for (auto [part, column] : zip(parts, interleaved(builder, rows, components))) {
        part.push_back(column);
        mayBeDead.push_back(column);
      }
    }
    for (ShuffleVectorInst *column : columns)
      if (const auto component = componentOf(*column)) {
        column->replaceAllUsesWith(concatenateVectors(builder, parts[*component]));
        mayBeDead.push_back(column);
      }
    ++recordsDeinterleaved;
  }

  void interleave(ShuffleVectorInst &shuffle) {
    const unsigned components = componentsOf(shuffle), lanes = elementsOf(shuffle) / components;
    const unsigned width = widthOf(shuffle, lanes);
    IRBuilder<> builder(&shuffle);
    Vectors records(lanes);
    for (unsigned first = 0; first != lanes; first += width) {
      Vectors rows;
      for (unsigned component = 0; component != components; ++component)
        rows.push_back(
            extractPiece(builder, pieceOfOperands(shuffle, component * lanes + first), width));
      for (auto [row, vector] : enumerate(interleaved(builder, rows, components)))
        for (unsigned start = 0; start != width; start += components)
          records[first + row + start] = extractPiece(builder, {vector, start}, components);
    }
    for (User *user : make_early_inc_range(shuffle.users())) {
      if (const auto record = recordExtracted(*user, shuffle)) {
        user->replaceAllUsesWith(records[*record]);
        mayBeDead.push_back(user);
      } else {
        storeRecords(cast<StoreInst>(*user), records);
      }
    }
    mayBeDead.push_back(&shuffle);
    ++recordsInterleaved;
  }

  // In place of the store.
  void storeRecords(StoreInst &store, ArrayRef<Value *> records) {
    IRBuilder<> builder(&store);
    for (auto [lane, record] : enumerate(records)) {
      const std::uint64_t offset = lane * (recordBits / 8);
      StoreInst *part = builder.CreateAlignedStore(
          record, offsetAddress(builder, store.getPointerOperand(), offset),
          commonAlignment(store.getAlign(), offset));
      part->copyMetadata(store);
    }
    store.eraseFromParent();
  }

  Function &function;
  const unsigned registerBits;
  const bool permutesPairs;
  SmallVector<WeakTrackingVH> mayBeDead;
};

} // namespace

PreservedAnalyses InterleavedAccessPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const CostModel &costs = analyses.getResult<CostModelAnalysis>(function);
  const TargetFeatures &cpu = analyses.getResult<TargetFeaturesAnalysis>(function);
  return preservedControlFlow(
      RecordTransposer(function, costs.registerBits(), cpu.permutesPairs()).run());
}

} // namespace weft::compiler
