// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/overlapping_stores.h"

#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/loop_evolution.h"
#include "compiler/passes/support/unwrapped_addresses.h"

#include "llvm/IR/InstIterator.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

// From one store to another; nothing where it is not known.
std::optional<std::uint64_t> bytesApart(const StoreInst &first, const StoreInst &second,
                                        ScalarEvolution &evolution) {
  UnwrappedAddresses addresses(evolution);
  const auto *difference = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(
      addresses.of(*second.getPointerOperand()), addresses.of(*first.getPointerOperand())));
  if (!difference)
    return std::nullopt;
  return difference->getAPInt().abs().getLimitedValue();
}

} // namespace

bool hasOverlappingStores(Function &region, const StrideInfo &strides, unsigned lanes) {
  SmallVector<const StoreInst *> stores;
  for (const Instruction &instruction : instructions(region))
    if (const auto *store = dyn_cast<StoreInst>(&instruction);
        store && classifyAccess(strides, store->getDataLayout(), *store->getPointerOperand(),
                                *store->getValueOperand()->getType())
                         .kind == MemoryAccess::Kind::Contiguous)
      stores.push_back(store);
  if (stores.size() < 2)
    return false;
  LoopEvolution analyses(region);
  const auto overlap = [&](const StoreInst *first, const StoreInst *second) {
    const Type *type = first->getValueOperand()->getType();
    if (first->getParent() != second->getParent() || type != second->getValueOperand()->getType())
      return false;
    const auto bytes = bytesApart(*first, *second, analyses.evolution);
    const std::uint64_t ofGang =
        first->getDataLayout().getTypeStoreSize(const_cast<Type *>(type)) * lanes;
    return bytes && *bytes != 0 && *bytes < ofGang;
  };
  for (std::size_t i = 1; i < stores.size(); ++i)
    if (any_of(ArrayRef(stores).take_front(i),
               [&](const StoreInst *earlier) { return overlap(earlier, stores[i]); }))
      return true;
  return false;
}

} // namespace weft::compiler
