// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/memory/local_volatile.h"

#include "compiler/passes/support/preserved_control_flow.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-local-volatile"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(accessesFreed, "Accesses to local memory that are no longer volatile");

template <class Access> static bool takeVolatile(Access *access) {
  if (!access || !access->isVolatile() || access->isAtomic() ||
      access->getPointerAddressSpace() != localSpace)
    return false;
  access->setVolatile(false);
  ++accessesFreed;
  return true;
}

PreservedAnalyses LocalVolatilePass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    changed |= takeVolatile(dyn_cast<LoadInst>(&instruction));
    changed |= takeVolatile(dyn_cast<StoreInst>(&instruction));
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
