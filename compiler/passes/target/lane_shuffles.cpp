// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/lane_shuffles.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/permutations.h"
#include "compiler/passes/target/x86/record_blocks.h"
#include "compiler/passes/target/x86/record_stages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/TargetParser/Triple.h"
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
  LaneShuffles(const RecordTarget &target, bool isX86) : target(target), isX86(isX86) {}

  bool run(Function &function) {
    SmallVector<CallInst *> permutations, splits, joins;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee)
        continue;
      const StringRef name = callee->getName();
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
        wanted.count() > 1 ? splitTogether(builder, records, layout) : RecordVectors();
    if (vectors.empty())
      readBytes(records, layout);
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

  RecordVectors splitTogether(IRBuilder<> &builder, Value &records, RecordLayout layout) const {
    if (!isX86)
      return {};
    RecordVectors vectors = splitInBlocks(builder, records, layout, target);
    return vectors.empty() ? splitInStages(builder, records, layout, target) : vectors;
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
    if (isX86 && joinInBlocks(call, layout, target)) {
      call.eraseFromParent();
      return;
    }
    IRBuilder<> builder(&call);
    Value *records = isX86 ? joinInStages(builder, components, layout, target) : nullptr;
    if (!records) {
      records = builder.CreateShuffleVector(concatenateVectors(builder, components),
                                            createInterleaveMask(lanes, components.size()));
      writeBytes(call, layout);
      ++joinedPlainly;
    }
    call.replaceAllUsesWith(records);
    call.eraseFromParent();
  }

  bool areTripleBytes(RecordLayout layout) const {
    return isX86 && layout.components == 3 && layout.bits == 8 && isPowerOf2_32(layout.lanes) &&
           layout.lanes >= 16 && layout.lanes <= 64 && target.cpu.permutesSixteenBytes() &&
           !target.cpu.permutesBytes();
  }

  // From the address space that LLVM has its sequence for.
  void readBytes(Value &records, RecordLayout layout) const {
    auto *load = dyn_cast<LoadInst>(&records);
    if (load && load->isSimple() && load->hasOneUse() && areTripleBytes(layout))
      moveToSpaceZero(*load, LoadInst::getPointerOperandIndex());
  }

  void writeBytes(CallInst &call, RecordLayout layout) const {
    if (areTripleBytes(layout))
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
  const bool isX86;
  SmallVector<WeakTrackingVH> mayBeDead;
};

} // namespace

PreservedAnalyses LaneShufflesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const RecordTarget target{analyses.getResult<CostModelAnalysis>(function).registerBits(),
                            analyses.getResult<TargetFeaturesAnalysis>(function)};
  const bool isX86 = function.getParent()->getTargetTriple().isX86();
  return preservedControlFlow(LaneShuffles(target, isX86).run(function));
}

} // namespace weft::compiler
