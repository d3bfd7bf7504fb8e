// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/select_stores.h"

#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#define DEBUG_TYPE "weft-select-stores"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(storesKept, "Select-stores kept whole");

namespace {

// Whether some lanes of the value are those that memory holds at the store's address.
bool isBlended(const StoreInst &store) {
  const auto *blend = dyn_cast<SelectInst>(store.getValueOperand());
  if (!blend || !blend->getCondition()->getType()->isVectorTy())
    return false;
  const auto isOld = [&](const Value *value) {
    const auto *load = dyn_cast<LoadInst>(value);
    return load && load->getPointerOperand() == store.getPointerOperand();
  };
  return isOld(blend->getTrueValue()) || isOld(blend->getFalseValue());
}

} // namespace

PreservedAnalyses SelectStoresPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store || !store->isSimple() || !isBlended(*store))
      continue;
    assert(store->getValueOperand()->getType()->isVectorTy());
    store->setVolatile(true);
    ++storesKept;
    changed = true;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
