// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/lane_shuffles.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/arch/record_shuffles.h"
#include "compiler/passes/target/permutations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "weft-lane-shuffles"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsSplit, "Records split into components");
ALWAYS_ENABLED_STATISTIC(recordsJoined, "Records joined of components");
ALWAYS_ENABLED_STATISTIC(splitPlainly, "Records split by one shuffle for each component");
ALWAYS_ENABLED_STATISTIC(joinedPlainly, "Records joined by one shuffle");

namespace {

class LaneShuffles {
public:
  explicit LaneShuffles(const RecordTarget &target) : target(target) {}

  bool run(Function &function) {
    SmallVector<CallInst *> permutations, splits, joins;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      const StringRef name = calleeName(instruction);
      if (name.starts_with(permutationPrefix))
        permutations.push_back(call);
      else if (name.starts_with(deinterleavePrefix))
        splits.push_back(call);
      else if (name.starts_with(interleavePrefix))
        joins.push_back(call);
    }
    for (CallInst *call : permutations)
      replacePermutation(*call, target.cpu);
    for (CallInst *call : splits)
      split(*call);
    for (CallInst *call : joins)
      join(*call);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(mayBeDead);
    return !permutations.empty() || !splits.empty() || !joins.empty();
  }

private:
  void split(CallInst &call) {
    Value &records = *call.getArgOperand(0);
    const auto *components = cast<StructType>(call.getType());
    const RecordLayout layout{components->getNumElements(),
                              elementsOf(records) / components->getNumElements(),
                              records.getType()->getScalarSizeInBits()};
    SmallVector<ExtractValueInst *> parts;
    SmallBitVector wanted(layout.components);
    for (User *user : call.users())
      if (auto *part = dyn_cast<ExtractValueInst>(user)) {
        parts.push_back(part);
        wanted.set(part->getIndices()[0]);
      }
    // LLVM may have joined structures by phis.
    const bool isTakenWhole = !call.hasNUses(parts.size());
    if (isTakenWhole)
      wanted.set();
    IRBuilder<> builder(&call);
    // A single component costs little more than a load for each lane.
    const RecordVectors vectors =
        wanted.count() > 1 ? splitRecords(builder, records, layout, target) : RecordVectors();
    if (vectors.empty())
      readInSpaceZero(records, layout);
    const auto component = [&](unsigned number, Instruction &place) {
      return vectors.empty() ? oneComponent(place, number, records, layout) : vectors[number];
    };
    for (ExtractValueInst *part : parts) {
      part->replaceAllUsesWith(component(part->getIndices()[0], *part));
      part->eraseFromParent();
    }
    if (isTakenWhole) {
      Value *whole = PoisonValue::get(call.getType());
      for (unsigned number = 0; number != layout.components; ++number)
        whole = builder.CreateInsertValue(whole, component(number, call), number);
      call.replaceAllUsesWith(whole);
    }
    mayBeDead.append(vectors.begin(), vectors.end());
    mayBeDead.push_back(&records);
    call.eraseFromParent();
    ++recordsSplit;
    splitPlainly += vectors.empty();
  }

  static Value *oneComponent(Instruction &place, unsigned number, Value &records,
                             RecordLayout layout) {
    IRBuilder<> builder(&place);
    return builder.CreateShuffleVector(&records,
                                       createStrideMask(number, layout.components, layout.lanes));
  }

  void join(CallInst &call) {
    const unsigned lanes = elementsOf(*call.getArgOperand(0));
    const RecordLayout layout{static_cast<unsigned>(call.arg_size()), lanes,
                              call.getType()->getScalarSizeInBits()};
    const SmallVector<Value *> components(call.args());
    ++recordsJoined;
    mayBeDead.append(components.begin(), components.end());
    if (joinIntoStores(call, layout, target)) {
      call.eraseFromParent();
      return;
    }
    IRBuilder<> builder(&call);
    Value *records = joinRecords(builder, components, layout, target);
    if (!records) {
      records = builder.CreateShuffleVector(concatenateVectors(builder, components),
                                            createInterleaveMask(lanes, components.size()));
      writeInSpaceZero(call, layout);
      ++joinedPlainly;
    }
    call.replaceAllUsesWith(records);
    call.eraseFromParent();
  }

  void readInSpaceZero(Value &records, RecordLayout layout) const {
    auto *load = dyn_cast<LoadInst>(&records);
    if (load && load->isSimple() && load->hasOneUse() && areAccessedInSpaceZero(layout, target))
      moveToSpaceZero(*load, LoadInst::getPointerOperandIndex());
  }

  void writeInSpaceZero(CallInst &call, RecordLayout layout) const {
    if (areAccessedInSpaceZero(layout, target))
      for (User *user : call.users())
        if (auto *store = dyn_cast<StoreInst>(user); store && store->isSimple())
          moveToSpaceZero(*store, StoreInst::getPointerOperandIndex());
  }

  static void moveToSpaceZero(Instruction &access, unsigned pointer) {
    IRBuilder<> builder(&access);
    access.setOperand(pointer,
                      builder.CreateAddrSpaceCast(access.getOperand(pointer), builder.getPtrTy()));
  }

  const RecordTarget target;
  SmallVector<WeakTrackingVH> mayBeDead;
};

} // namespace

PreservedAnalyses LaneShufflesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const RecordTarget target{analyses.getResult<CostModelAnalysis>(function).registerBits(),
                            analyses.getResult<TargetFeaturesAnalysis>(function)};
  return preservedControlFlow(LaneShuffles(target).run(function));
}

} // namespace weft::compiler
