// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/private_array_loops.h"

#include "compiler/passes/normalise/memory/known_loops.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

#define DEBUG_TYPE "weft-private-array-loops"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loopsUnrolled, "Unrolled loops that index private arrays");

namespace {

// Whether all uses of an address are accesses at known places. Adds the loops that these depend on.
bool hasKnownAccesses(Instruction &address, const KnownValues &values, LoopSet &counting) {
  return all_of(address.uses(), [&](Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *next = dyn_cast<GetElementPtrInst>(user)) {
      if (next->getType()->isVectorTy() ||
          !all_of(next->indices(), [&](Use &index) { return values.isKnown(*index); }))
        return false;
      for (Use &index : next->indices())
        values.addLoopsOf(*index, counting);
      return hasKnownAccesses(*next, values, counting);
    }
    if (const auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple();
    if (const auto *store = dyn_cast<StoreInst>(user))
      return store->isSimple() && use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (const auto *fill = dyn_cast<MemIntrinsic>(user))
      return !fill->isVolatile() && isa<Constant>(fill->getLength());
    return user->isLifetimeStartOrEnd();
  });
}

std::uint64_t scalarsIn(Type *type) {
  if (const auto *array = dyn_cast<ArrayType>(type))
    return SaturatingMultiply(array->getNumElements(), scalarsIn(array->getElementType()));
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  std::uint64_t sum = 0;
  if (const auto *structure = dyn_cast<StructType>(type))
    for (Type *element : structure->elements())
      sum = SaturatingAdd(sum, scalarsIn(element));
  return std::max<std::uint64_t>(sum, 1);
}

void chooseLoops(Function &function, KnownLoops &loops) {
  for (Instruction &instruction : function.getEntryBlock()) {
    auto *array = dyn_cast<AllocaInst>(&instruction);
    LoopSet counting;
    if (array && array->isStaticAlloca() &&
        scalarsIn(array->getAllocatedType()) <= limits::arrayScalars &&
        hasKnownAccesses(*array, loops.values(), counting))
      loops.choose(std::move(counting));
  }
}

} // namespace

bool indexesPrivateArray(const Instruction &instruction) {
  const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  return address && !address->hasAllConstantIndices() &&
         isa<AllocaInst>(getUnderlyingObject(address->getPointerOperand()));
}

PreservedAnalyses PrivateArrayLoopsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  if (!stages.of(function).run(VectorStage::PrivateArrayLoops) ||
      none_of(instructions(function), indexesPrivateArray))
    return PreservedAnalyses::all();
  loopsUnrolled += unrollKnownLoops(function, analyses, limits::arrayLoops,
                                    [&](KnownLoops &loops) { chooseLoops(function, loops); });
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
