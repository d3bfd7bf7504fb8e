// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/interleave_stages.h"

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

#include <tuple>

#define DEBUG_TYPE "weft-interleave-stages"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsSplit, "Shuffles that split records in stages");
ALWAYS_ENABLED_STATISTIC(recordsJoined, "Shuffles that join records in stages");

namespace {

using Registers = SmallVector<Value *>;

bool isRecordSize(unsigned components) {
  return components == 4 || components == 8 || components == 16;
}

// Records of whole registers: each register of a record is a row of a square of its own.
Registers splitBySquares(IRBuilder<> &builder, ArrayRef<Value *> registers, unsigned width) {
  const unsigned ofRecord = registers.size() / width;
  Registers components;
  for (unsigned square = 0; square != ofRecord; ++square) {
    Registers rows;
    for (unsigned row = 0; row != width; ++row)
      rows.push_back(registers[row * ofRecord + square]);
    append_range(components, transposed(builder, rows));
  }
  return components;
}

Registers joinBySquares(IRBuilder<> &builder, ArrayRef<Value *> components, unsigned width) {
  const unsigned ofRecord = components.size() / width;
  Registers registers(components.size());
  for (unsigned square = 0; square != ofRecord; ++square)
    for (auto [row, record] :
         enumerate(transposed(builder, components.slice(square * width, width))))
      registers[row * ofRecord + square] = record;
  return registers;
}

class RecordShuffles {
public:
  RecordShuffles(Function &function, unsigned registerBits, const TargetFeatures &cpu)
      : function(function), registerBits(registerBits), cpu(cpu) {}

  bool run() {
    // By operands and the number of components.
    MapVector<std::tuple<Value *, Value *, unsigned>, SmallVector<ShuffleVectorInst *>> splits;
    SmallVector<std::pair<ShuffleVectorInst *, unsigned>> joins;
    for (Instruction &instruction : instructions(function))
      if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
        if (const unsigned components = componentsSplit(*shuffle))
          splits[{shuffle->getOperand(0), shuffle->getOperand(1), components}].push_back(shuffle);
        else if (const unsigned components = componentsJoined(*shuffle))
          joins.push_back({shuffle, components});
      }
    for (const auto &[source, shuffles] : splits)
      split(shuffles, std::get<2>(source));
    for (const auto &[shuffle, components] : joins)
      join(*shuffle, components);
    const bool changed = !mayBeDead.empty();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(mayBeDead);
    return changed;
  }

private:
  // The lanes of a register, or of fewer that there are; 0 where there are no shuffles for them.
  unsigned widthOf(const ShuffleVectorInst &shuffle, unsigned lanes) const {
    const unsigned bits = shuffle.getType()->getScalarSizeInBits();
    return bits == 32 || permutesPairs(bits) ? std::min(registerBits / bits, lanes) : 0;
  }

  bool permutesPairs(unsigned bits) const {
    return cpu.permutesPairs() &&
           (bits == 32 || bits == 64 || (bits == 16 && cpu.permutesShorts()));
  }

  static bool isSquare(const ShuffleVectorInst &shuffle, unsigned components, unsigned width) {
    return shuffle.getType()->getScalarSizeInBits() == 32 && width >= 4 && components % width == 0;
  }

  bool isBetter(const ShuffleVectorInst &shuffle, unsigned components, unsigned lanes) const {
    const unsigned width = widthOf(shuffle, lanes);
    return isRecordSize(components) && width > 1 && isPowerOf2_32(width) && lanes % width == 0 &&
           (permutesPairs(shuffle.getType()->getScalarSizeInBits()) ||
            isSquare(shuffle, components, width));
  }

  // Of the records one of whose components the shuffle extracts from its operands, or 0.
  unsigned componentsSplit(const ShuffleVectorInst &shuffle) const {
    const unsigned lanes = elementsOf(shuffle);
    const unsigned components = elementsOfOperands(shuffle) / lanes;
    unsigned component = 0;
    return elementsOfOperands(shuffle) == components * lanes &&
                   isBetter(shuffle, components, lanes) &&
                   ShuffleVectorInst::isDeInterleaveMaskOfFactor(shuffle.getShuffleMask(),
                                                                 components, component)
               ? components
               : 0;
  }

  // Of the records that the shuffle makes of its operands, or 0.
  unsigned componentsJoined(const ShuffleVectorInst &shuffle) const {
    const ArrayRef<int> picks = shuffle.getShuffleMask();
    if (picks.size() < 2 || picks[0] != 0 || picks[1] < 2 ||
        elementsOfOperands(shuffle) != picks.size() || picks.size() % picks[1] != 0)
      return 0;
    const auto lanes = static_cast<unsigned>(picks[1]);
    const unsigned components = picks.size() / lanes;
    return isBetter(shuffle, components, lanes) &&
                   picks == ArrayRef(createInterleaveMask(lanes, components))
               ? components
               : 0;
  }

  // LLVM does the same for one component alone.
  void split(ArrayRef<ShuffleVectorInst *> shuffles, unsigned components) {
    ShuffleVectorInst &any = *shuffles.front();
    Instruction *place = behindOperands(any);
    if (shuffles.size() < 2 || !place)
      return;
    const unsigned width = widthOf(any, elementsOf(any));
    IRBuilder<> builder(place);
    SmallVector<Registers> parts(components);
    for (unsigned first = 0; first != elementsOf(any); first += width) {
      Registers registers;
      for (unsigned number = 0; number != components; ++number)
        registers.push_back(extractPiece(
            builder, pieceOfOperands(any, first * components + number * width), width));
      const Registers columns = isSquare(any, components, width)
                                    ? splitBySquares(builder, registers, width)
                                    : deinterleaved(builder, registers);
      for (auto [part, column] : zip(parts, columns)) {
        part.push_back(column);
        mayBeDead.push_back(column);
      }
    }
    for (ShuffleVectorInst *shuffle : shuffles) {
      unsigned component = 0;
      ShuffleVectorInst::isDeInterleaveMaskOfFactor(shuffle->getShuffleMask(), components,
                                                    component);
      replace(*shuffle, concatenateVectors(builder, parts[component]));
      ++recordsSplit;
    }
  }

  void join(ShuffleVectorInst &shuffle, unsigned components) {
    const unsigned lanes = elementsOf(shuffle) / components, width = widthOf(shuffle, lanes);
    IRBuilder<> builder(&shuffle);
    Registers records;
    for (unsigned first = 0; first != lanes; first += width) {
      Registers columns;
      for (unsigned number = 0; number != components; ++number)
        columns.push_back(
            extractPiece(builder, pieceOfOperands(shuffle, number * lanes + first), width));
      append_range(records, isSquare(shuffle, components, width)
                                ? joinBySquares(builder, columns, width)
                                : interleaved(builder, columns, width));
    }
    replace(shuffle, concatenateVectors(builder, records));
    ++recordsJoined;
  }

  void replace(ShuffleVectorInst &shuffle, Value *value) {
    shuffle.replaceAllUsesWith(value);
    mayBeDead.push_back(&shuffle);
  }

  Function &function;
  const unsigned registerBits;
  const TargetFeatures &cpu;
  SmallVector<WeakTrackingVH> mayBeDead;
};

} // namespace

PreservedAnalyses InterleaveStagesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const CostModel &costs = analyses.getResult<CostModelAnalysis>(function);
  const TargetFeatures &cpu = analyses.getResult<TargetFeaturesAnalysis>(function);
  return preservedControlFlow(RecordShuffles(function, costs.registerBits(), cpu).run());
}

} // namespace weft::compiler
