// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/local_volatile.h"

#include "compiler/passes/support/preserved_control_flow.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-local-volatile"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesFreed, "Accesses to local memory that are no longer volatile");

namespace {

/// Null if the access is none that may lose `volatile`.
template <class Access> Access *asVolatileLocal(Instruction &instruction) {
  auto *access = dyn_cast<Access>(&instruction);
  return access && access->isVolatile() && !access->isAtomic() &&
                 access->getPointerAddressSpace() == localSpace
             ? access
             : nullptr;
}

/// Whether the load reads back what the store has written, to compare them.
bool checks(const LoadInst &load, const StoreInst &store, const DominatorTree &dominators) {
  return dominators.dominates(&store, &load) && any_of(load.users(), [&](const User *user) {
           return isa<CmpInst>(user) && is_contained(user->operands(), store.getValueOperand());
         });
}

/// The addresses at which work-items find out who has written last.
SmallPtrSet<const Value *, 4> findContested(Function &function, const DominatorTree &dominators) {
  DenseMap<const Value *, SmallVector<const StoreInst *>> stores;
  for (Instruction &instruction : instructions(function))
    if (const auto *store = asVolatileLocal<StoreInst>(instruction))
      stores[store->getPointerOperand()].push_back(store);
  SmallPtrSet<const Value *, 4> contested;
  if (stores.empty())
    return contested;
  for (Instruction &instruction : instructions(function))
    if (const auto *load = asVolatileLocal<LoadInst>(instruction))
      if (const auto found = stores.find(load->getPointerOperand());
          found != stores.end() && any_of(found->second, [&](const StoreInst *store) {
            return checks(*load, *store, dominators);
          }))
        contested.insert(found->first);
  return contested;
}

template <class Access>
bool takeVolatile(Access *access, const SmallPtrSetImpl<const Value *> &contested) {
  if (!access || contested.contains(access->getPointerOperand()))
    return false;
  access->setVolatile(false);
  ++accessesFreed;
  return true;
}

} // namespace

PreservedAnalyses LocalVolatilePass::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto contested =
      findContested(function, analyses.getResult<DominatorTreeAnalysis>(function));
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    changed |= takeVolatile(asVolatileLocal<LoadInst>(instruction), contested);
    changed |= takeVolatile(asVolatileLocal<StoreInst>(instruction), contested);
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
