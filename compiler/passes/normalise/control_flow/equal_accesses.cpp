// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/control_flow/equal_accesses.h"

#include "compiler/passes/normalise/control_flow/equal_values.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/preserved_control_flow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "weft-equal-accesses"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(loadsMoved, "Loads of all arms merged before the branch");
ALWAYS_ENABLED_STATISTIC(storesMoved, "Stores of all arms merged after them");

namespace {

template <class Access> using Accesses = SmallVector<Access *, 4>;

template <class Access> SmallVector<Value *, 4> addressesOf(const Accesses<Access> &accesses) {
  return map_to_vector<4>(accesses, [](Access *access) { return access->getPointerOperand(); });
}

template <class Access> void removeAll(const Accesses<Access> &accesses) {
  for (Access *access : accesses)
    access->eraseFromParent();
}

/// The store that is the last access of a block with one successor; null if there is none.
StoreInst *lastStore(BasicBlock &block) {
  if (!block.getSingleSuccessor())
    return nullptr;
  for (Instruction &instruction : reverse(block)) {
    if (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects())
      continue;
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && store->isSimple() ? store : nullptr;
  }
  return nullptr;
}

/// The last stores of all predecessors of the block, if they store alike; otherwise none.
Accesses<StoreInst> equalStores(BasicBlock &block) {
  Accesses<StoreInst> stores;
  for (BasicBlock *incoming : predecessors(&block)) {
    StoreInst *store = stores.size() == limits::mergedArms ? nullptr : lastStore(*incoming);
    if (!store || (!stores.empty() && (!store->isSameOperationAs(
                                          stores.front(), Instruction::CompareIgnoringAlignment))))
      return {};
    stores.push_back(store);
  }
  if (stores.size() < 2 || !areEqual(addressesOf(stores)))
    return {};
  return stores;
}

bool sinkStore(BasicBlock &block, const DominatorTree &tree) {
  const Accesses<StoreInst> stores = equalStores(block);
  BasicBlock *begin = stores.empty() ? nullptr : commonDominatorOfPredecessors(block, tree);
  if (!begin)
    return false;
  Value *address = copyOf(addressesOf(stores), *begin->getTerminator());
  StoreInst *first = stores.front();
  auto *value =
      PHINode::Create(first->getValueOperand()->getType(), stores.size(), "", block.begin());
  auto *sunk = cast<StoreInst>(first->clone());
  for (StoreInst *store : stores) {
    value->addIncoming(store->getValueOperand(), store->getParent());
    sunk->setAlignment(std::min(sunk->getAlign(), store->getAlign()));
    if (store != first) {
      combineMetadataForCSE(sunk, store, /*DoesKMove=*/true);
      sunk->applyMergedLocation(sunk->getDebugLoc(), store->getDebugLoc());
    }
  }
  sunk->setOperand(0, value);
  sunk->setOperand(1, address);
  sunk->insertBefore(block.getFirstInsertionPt());
  removeAll(stores);
  ++storesMoved;
  return true;
}

/// Loads at the beginning of a block, before anything that writes or may not return. Truncated if
/// there are many.
Accesses<LoadInst> firstLoads(BasicBlock &block) {
  Accesses<LoadInst> loads;
  for (Instruction &instruction : block) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && load->isSimple())
      loads.push_back(load);
    else if (instruction.mayWriteToMemory() ||
             !isGuaranteedToTransferExecutionToSuccessor(&instruction))
      break;
    if (loads.size() == limits::mergedLoads)
      break;
  }
  return loads;
}

/// `load` and an equal one from each of the other arms' loads, which it removes from them; none if
/// an arm has none.
Accesses<LoadInst> takeEqual(LoadInst &load, MutableArrayRef<Accesses<LoadInst>> others) {
  Accesses<LoadInst> equal{&load};
  for (Accesses<LoadInst> &loads : others) {
    auto *const found = find_if(loads, [&](LoadInst *other) {
      return other->isSameOperationAs(&load, Instruction::CompareIgnoringAlignment) &&
             areEqual({load.getPointerOperand(), other->getPointerOperand()});
    });
    if (found == loads.end())
      return {};
    equal.push_back(*found);
  }
  for (auto [loads, taken] : zip_equal(others, drop_begin(equal)))
    loads.erase(find(loads, taken));
  return equal;
}

void hoistLoads(const Accesses<LoadInst> &loads, Instruction &branch) {
  LoadInst *first = loads.front();
  auto *hoisted = cast<LoadInst>(first->clone());
  hoisted->setOperand(0, copyOf(addressesOf(loads), branch));
  hoisted->insertBefore(branch.getIterator());
  hoisted->takeName(first);
  for (LoadInst *load : loads) {
    hoisted->setAlignment(std::min(hoisted->getAlign(), load->getAlign()));
    if (load != first) {
      combineMetadataForCSE(hoisted, load, /*DoesKMove=*/true);
      hoisted->applyMergedLocation(hoisted->getDebugLoc(), load->getDebugLoc());
    }
    load->replaceAllUsesWith(hoisted);
  }
  removeAll(loads);
  ++loadsMoved;
}

/// Hoists the common initial loads of all arms above the branch at the end of `block`, unless that
/// branch exits a loop: the loaded values would be live around the loop and after it.
bool hoistLoads(BasicBlock &block, const LoopInfo &loops) {
  const SmallVector<BasicBlock *, 4> arms(successors(&block));
  if (arms.size() < 2 || arms.size() > limits::mergedArms || any_of(arms, [&](BasicBlock *arm) {
        return !arm->getSinglePredecessor() || loops.getLoopFor(arm) != loops.getLoopFor(&block);
      }))
    return false;
  auto others =
      map_to_vector<4>(drop_begin(arms), [](BasicBlock *arm) { return firstLoads(*arm); });
  bool changed = false;
  for (LoadInst *load : firstLoads(*arms.front())) {
    const Accesses<LoadInst> equal = takeEqual(*load, others);
    if (equal.empty())
      continue;
    hoistLoads(equal, *block.getTerminator());
    changed = true;
  }
  return changed;
}

} // namespace

PreservedAnalyses EqualAccessesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(function);
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function) {
    changed |= hoistLoads(block, loops);
    while (sinkStore(block, tree))
      changed = true;
  }
  return preservedControlFlow(changed);
}

} // namespace weft::compiler
