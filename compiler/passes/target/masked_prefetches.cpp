// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/masked_prefetches.h"

#include "compiler/passes/analysis/costs/target_features.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/target/memory_walks.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#define DEBUG_TYPE "weft-masked-prefetches"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(linesPrefetched, "Lines of masked accesses that are prefetched");

namespace {

struct MaskedAccess {
  IntrinsicInst *call;
  Value *address;
  std::uint64_t bytes;
};

// Masked accesses of global memory for which there are instructions, by innermost loop.
MapVector<const Loop *, SmallVector<MaskedAccess>> findAccesses(Function &function,
                                                                const LoopInfo &loops) {
  const DataLayout &layout = function.getDataLayout();
  MapVector<const Loop *, SmallVector<MaskedAccess>> found;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || (call->getIntrinsicID() != Intrinsic::masked_load &&
                  call->getIntrinsicID() != Intrinsic::masked_store))
      continue;
    const bool loads = call->getIntrinsicID() == Intrinsic::masked_load;
    Value *address = call->getArgOperand(loads ? 0 : 1);
    Type *type = loads ? call->getType() : call->getArgOperand(0)->getType();
    const Loop *loop = loops.getLoopFor(call->getParent());
    if (loop && address->getType()->getPointerAddressSpace() == globalSpace &&
        layout.getTypeSizeInBits(type->getScalarType()) >= 32)
      found[loop].push_back({call, address, layout.getTypeStoreSize(type).getFixedValue()});
  }
  return found;
}

// The prefetch distance in bytes for an access with this step.
const SCEV *distanceFor(const SCEV *step, ScalarEvolution &evolution) {
  const auto constant = [&](std::int64_t value) {
    return evolution.getConstant(step->getType(), static_cast<std::uint64_t>(value),
                                 /*isSigned=*/true);
  };
  const SCEV *distance = evolution.getMulExpr(step, constant(limits::prefetchedIterations));
  return evolution.getSMinExpr(evolution.getSMaxExpr(distance, constant(-limits::prefetchedBytes)),
                               constant(limits::prefetchedBytes));
}

bool prefetchIn(const Loop &loop, ArrayRef<MaskedAccess> accesses, ScalarEvolution &evolution) {
  const unsigned iterations = evolution.getSmallConstantMaxTripCount(&loop);
  if (iterations != 0 && iterations <= limits::prefetchedIterations / 2)
    return false;
  MemoryWalks walks(loop, evolution);
  DenseMap<const Instruction *, Value *> addressOf;
  SCEVExpander expander(evolution, "ahead");
  for (const MaskedAccess &access : accesses)
    if (const SCEVAddRecExpr *address = walks.recurrenceOf(*access.address);
        address && expander.isSafeToExpandAt(address->getStepRecurrence(evolution), access.call)) {
      walks.add(*access.call, *address, access.bytes);
      addressOf[access.call] = access.address;
    }
  walks.forEachLine([&](Instruction &access, std::int64_t offset, const SCEV *step) {
    const SCEV *distance = distanceFor(step, evolution);
    IRBuilder<> builder(&access);
    Value *ahead = builder.CreatePtrAdd(
        addressOf.lookup(&access), expander.expandCodeFor(distance, distance->getType(), &access));
    ahead = offset ? builder.CreatePtrAdd(ahead, builder.getInt64(offset)) : ahead;
    prefetch(*ahead, CacheLevel::First, access);
    ++linesPrefetched;
  });
  return !addressOf.empty();
}

} // namespace

PreservedAnalyses MaskedPrefetchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!analyses.getResult<TargetFeaturesAnalysis>(function).hasMaskedMoves())
    return PreservedAnalyses::all();
  const auto accesses = findAccesses(function, analyses.getResult<LoopAnalysis>(function));
  if (accesses.empty())
    return PreservedAnalyses::all();
  ScalarEvolution &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (const auto &[loop, ofLoop] : accesses)
    changed |= prefetchIn(*loop, ofLoop, evolution);
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
