// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that index private arrays, so that the arrays become values.
//
// The arrays have no more elements than there may be vector registers. An index is known if it is
// constant in every iteration of its loops: an expression of constants and of counters of loops
// with constant trip counts, or one of several that known conditions select. The loops of an array
// whose indices are all known are selected. SROA then promotes the array, and no memory is left
// that must be laid out for lanes.
#include "compiler/passes/normalise/loops/unroll_reasons.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

namespace {

// Whether all uses of an address are accesses at known offsets. Adds the loops on which they
// depend.
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

} // namespace

bool indexesPrivateArray(const Instruction &instruction) {
  const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  return address && !address->hasAllConstantIndices() &&
         isa<AllocaInst>(getUnderlyingObject(address->getPointerOperand()));
}

bool hasArrayLoops(const Function &function) {
  return any_of(instructions(function), indexesPrivateArray);
}

void chooseArrayLoops(Function &function, UnrollCandidates &loops) {
  for (Instruction &instruction : function.getEntryBlock()) {
    auto *array = dyn_cast<AllocaInst>(&instruction);
    LoopSet counting;
    if (array && array->isStaticAlloca() &&
        scalarsIn(array->getAllocatedType()) <= limits::arrayScalars &&
        hasKnownAccesses(*array, loops.values(), counting))
      loops.choose(std::move(counting));
  }
}

} // namespace weft::compiler
