// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/overlapping_stores.h"

#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/loops/loop_evolution.h"
#include "compiler/passes/support/loops/unwrapped_addresses.h"

#include "llvm/IR/InstIterator.h"

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

using namespace llvm;

namespace {

SmallVector<const StoreInst *> storesOfNeighbours(const Function &region,
                                                  const StrideInfo &strides) {
  SmallVector<const StoreInst *> stores;
  for (const Instruction &instruction : instructions(region))
    if (const auto *store = dyn_cast<StoreInst>(&instruction);
        store && classifyAccess(strides, *store).kind == MemoryAccess::Kind::Contiguous)
      stores.push_back(store);
  return stores;
}

} // namespace

bool hasOverlappingStores(Function &region, const StrideInfo &strides, unsigned lanes) {
  const SmallVector<const StoreInst *> stores = storesOfNeighbours(region, strides);
  if (stores.size() < 2 || stores.size() > limits::overlappingStores)
    return false;
  LoopEvolution analyses(region);
  UnwrappedAddresses addresses(analyses.evolution);
  const auto overlap = [&](const StoreInst &first, const StoreInst &second) {
    Type *type = first.getValueOperand()->getType();
    if (first.getParent() != second.getParent() || type != second.getValueOperand()->getType())
      return false;
    const auto *apart = dyn_cast<SCEVConstant>(analyses.evolution.getMinusSCEV(
        addresses.of(*second.getPointerOperand()), addresses.of(*first.getPointerOperand())));
    const std::uint64_t bytesOfGang = first.getDataLayout().getTypeStoreSize(type) * lanes;
    return apart && !apart->isZero() && apart->getAPInt().abs().ult(bytesOfGang);
  };
  for (std::size_t i = 1; i < stores.size(); ++i)
    if (any_of(ArrayRef(stores).take_front(i),
               [&](const StoreInst *earlier) { return overlap(*earlier, *stores[i]); }))
      return true;
  return false;
}

} // namespace weft::compiler
