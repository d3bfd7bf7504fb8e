// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/dependence_chains.h"

#include "compiler/passes/support/loops/loop_evolution.h"
#include "compiler/passes/support/loops/unwrapped_addresses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopIterator.h"

#include <algorithm>
#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

/// Loads of a loop, each with the store of an iteration that the next one loads.
using Forwarding = SmallDenseMap<const Instruction *, const Value *, 4>;

unsigned recurrenceLength(const Loop &loop, const Forwarding &forwarded, const LoopInfo &loops,
                          const UniformityInfo &uniformity, const CostModel &costs) {
  assert(loop.isInnermost() && "what inner loops take is not known");
  LoopBlocksRPO blocks(const_cast<Loop *>(&loop));
  blocks.perform(&loops);
  // When each value that depends on the previous iteration is available.
  DenseMap<const Value *, unsigned> ready;
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block) {
      if (!uniformity.isDivergent(&instruction))
        continue;
      const bool begins = (isa<PHINode>(instruction) && block == loop.getHeader()) ||
                          forwarded.contains(&instruction);
      if (begins) {
        ready[&instruction] = 0;
        continue;
      }
      std::optional<unsigned> latest;
      for (const Value *operand : instruction.operand_values())
        if (const auto known = ready.find(operand); known != ready.end())
          latest = std::max(latest.value_or(0), known->second);
      if (latest)
        ready[&instruction] = *latest + costs.timingOf(instruction).latency;
    }
  unsigned longest = 0;
  if (const BasicBlock *latch = loop.getLoopLatch())
    for (const PHINode &phi : loop.getHeader()->phis())
      longest = std::max(longest, ready.lookup(phi.getIncomingValueForBlock(latch)));
  for (const auto &[load, stored] : forwarded)
    if (const auto known = ready.find(stored); known != ready.end())
      longest = std::max(longest, known->second + costs.timingOf(*load).latency);
  return longest;
}

// The stores of a loop's iterations that the next iteration loads.
Forwarding findForwarding(const Loop &loop, ScalarEvolution &evolution) {
  UnwrappedAddresses addresses(evolution);
  SmallVector<std::pair<const LoadInst *, const SCEVAddRecExpr *>> loads;
  SmallVector<std::pair<const StoreInst *, const SCEV *>> stores;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (const auto *store = dyn_cast<StoreInst>(&instruction))
        stores.emplace_back(store, addresses.of(*store->getPointerOperand()));
      else if (const auto *load = dyn_cast<LoadInst>(&instruction))
        if (const auto *address =
                dyn_cast<SCEVAddRecExpr>(addresses.of(*load->getPointerOperand()));
            address && address->getLoop() == &loop && address->isAffine())
          loads.emplace_back(load, address);
  Forwarding result;
  for (const auto &[load, loaded] : loads)
    for (const auto &[store, stored] : stores)
      if (evolution.getPointerBase(stored) == evolution.getPointerBase(loaded) &&
          evolution.getMinusSCEV(stored, loaded) == loaded->getStepRecurrence(evolution))
        result[load] = store->getValueOperand();
  return result;
}

// The operations that occupy the CPU's queues. Scalar code folds address arithmetic into its loads
// and stores.
unsigned operationsOf(const Loop &loop) {
  unsigned count = 0;
  for (const BasicBlock *block : loop.blocks())
    count += count_if(*block, [](const Instruction &instruction) {
      return !instruction.isCast() && !isa<PHINode, GetElementPtrInst>(instruction);
    });
  return count;
}

} // namespace

unsigned recurrenceLength(const Loop &loop, const LoopInfo &loops, const UniformityInfo &uniformity,
                          const CostModel &costs) {
  return recurrenceLength(loop, Forwarding(), loops, uniformity, costs);
}

std::uint64_t waitingOperations(Function &function, const UniformityInfo &uniformity,
                                const CostModel &costs) {
  std::uint64_t sum = 0;
  LoopEvolution analyses(function);
  for (const Loop *loop : analyses.loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    const Forwarding forwarded = findForwarding(*loop, analyses.evolution);
    if (forwarded.empty())
      continue;
    const unsigned length = recurrenceLength(*loop, forwarded, analyses.loops, uniformity, costs);
    const unsigned room = CostModel::mostUnits * length, operations = operationsOf(*loop);
    if (room > operations)
      sum += std::uint64_t{CostModel::loopWeight(*loop->getHeader(), analyses.loops)} *
             (room - operations);
  }
  return sum;
}

unsigned chainLength(const BasicBlock &block, const UniformityInfo &uniformity,
                     const CostModel &costs) {
  DenseMap<const Value *, unsigned> ready;
  unsigned longest = 0;
  for (const Instruction &instruction : block) {
    if (isa<PHINode>(instruction) || !uniformity.isDivergent(&instruction))
      continue;
    unsigned begin = 0;
    for (const Value *operand : instruction.operand_values())
      begin = std::max(begin, ready.lookup(operand));
    ready[&instruction] = begin + costs.timingOf(instruction).latency;
    longest = std::max(longest, ready[&instruction]);
  }
  return longest;
}

} // namespace weft::compiler
