// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/images/image_coordinates.h"

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-image-coordinates"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(readsPrepared, "Reads from images whose coordinates are known before");

namespace {

class Hoisting {
public:
  Hoisting(BasicBlock &block, const StrideInfo &strides) : block(block), strides(strides) {}

  bool run() {
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      const auto access = call ? ImageAccess::of(*call) : std::nullopt;
      if (!access || !hasRowRoutine(*access->routine) || !areIntegersOfRow(*access->coordinates))
        continue;
      if (CallInst *first = firstOfKind(*access))
        hoist(*access->coordinates, *first);
      else if (access->kind == ImageAccessKind::Read)
        firstReads.push_back({call, *access});
    }
    return changed;
  }

private:
  struct FirstRead {
    CallInst *call;
    ImageAccess access;
  };

  // Whether each coordinate is uniform or strided.
  bool areIntegersOfRow(Value &coordinates) const {
    const auto *type = dyn_cast<FixedVectorType>(coordinates.getType());
    for (unsigned number = 0, count = type ? type->getNumElements() : 1; number != count;
         ++number) {
      const Value *one = type ? findScalarElement(&coordinates, number) : &coordinates;
      if (!one || (!strides.isUniform(*one) && !strides.strideOf(*one)))
        return false;
    }
    return true;
  }

  CallInst *firstOfKind(const ImageAccess &access) const {
    for (const FirstRead &first : firstReads)
      if (areReadsOfOneKind(first.access, access))
        return first.call;
    return nullptr;
  }

  // Adds the operations after `first` from which the value is computed, operands before their
  // users. False if one of them cannot move.
  bool collect(Value &value, const Instruction &first,
               SmallSetVector<Instruction *, 16> &made) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || instruction->getParent() != &block || instruction->comesBefore(&first) ||
        made.contains(instruction))
      return true;
    // Reads are pure, but have a fixed position.
    if (isa<PHINode, CallBase>(instruction) || made.size() == limits::imageCoordinates ||
        instruction->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(instruction))
      return false;
    for (Value *operand : instruction->operands())
      if (!collect(*operand, first, made))
        return false;
    made.insert(instruction);
    return true;
  }

  void hoist(Value &coordinates, Instruction &first) {
    SmallSetVector<Instruction *, 16> made;
    if (!collect(coordinates, first, made))
      return;
    ++readsPrepared;
    for (Instruction *instruction : made)
      instruction->moveBefore(first.getIterator());
    changed |= !made.empty();
  }

  BasicBlock &block;
  const StrideInfo &strides;
  SmallVector<FirstRead> firstReads;
  bool changed = false;
};

} // namespace

PreservedAnalyses ImageCoordinatesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const StrideInfo &strides = analyses.getResult<StrideAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= Hoisting(block, strides).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
