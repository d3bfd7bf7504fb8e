// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/uniform_regions.h"

#include "compiler/passes/regions/region_functions.h"
#include "compiler/passes/support/lanes/sub_groups.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned itemParameters[] = {
    RegionParameters::LocalId, RegionParameters::LocalId + 1, RegionParameters::LocalId + 2,
    RegionParameters::ContextBlock, RegionParameters::ContextLane};

void removeDeadInstructions(Function &region) {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(region))
    if (isInstructionTriviallyDead(&instruction))
      dead.emplace_back(&instruction);
  RecursivelyDeleteTriviallyDeadInstructions(dead);
}

// Whether executing it twice is unobservable.
bool isRepeatable(const Instruction &instruction, const Argument &groupValues) {
  if (instruction.isAtomic() || instruction.isVolatile() || findSubGroupFunction(instruction))
    return false;
  if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
    const Value *object = getUnderlyingObject(store->getPointerOperand(), /*MaxLookup=*/0);
    return object == &groupValues || isa<AllocaInst>(object);
  }
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return !instruction.mayHaveSideEffects() || (intrinsic && intrinsic->isAssumeLikeIntrinsic());
}

} // namespace

bool isSameForAllItems(Function &region, unsigned firstParameter) {
  removeDeadInstructions(region);
  const Argument &groupValues = *region.getArg(firstParameter + RegionParameters::GroupValues);
  return all_of(itemParameters,
                [&](unsigned parameter) {
                  return region.getArg(firstParameter + parameter)->use_empty();
                }) &&
         all_of(instructions(region), [&](const Instruction &instruction) {
           return isRepeatable(instruction, groupValues);
         });
}

} // namespace weft::compiler
