// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/local_atomics.h"

#include "compiler/passes/support/preserved_control_flow.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

#define DEBUG_TYPE "weft-local-atomics"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(atomicsRelaxed,
                         "Atomic operations on local memory that became plain ones");

namespace {

bool relax(Instruction &instruction) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerAddressSpace() == localSpace && lowerAtomicRMWInst(update);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerAddressSpace() == localSpace && lowerAtomicCmpXchgInst(exchange);
  if (auto *load = dyn_cast<LoadInst>(&instruction);
      load && load->isAtomic() && load->getPointerAddressSpace() == localSpace) {
    load->setAtomic(AtomicOrdering::NotAtomic);
    load->setVolatile(false);
    return true;
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction);
      store && store->isAtomic() && store->getPointerAddressSpace() == localSpace) {
    store->setAtomic(AtomicOrdering::NotAtomic);
    store->setVolatile(false);
    return true;
  }
  return false;
}

} // namespace

PreservedAnalyses LocalAtomicsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (relax(instruction)) {
      changed = true;
      ++atomicsRelaxed;
    }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
