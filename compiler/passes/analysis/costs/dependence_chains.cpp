// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/costs/dependence_chains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopIterator.h"

#include <algorithm>
#include <optional>

namespace weft::compiler {

using namespace llvm;

unsigned recurrenceLength(const Loop &loop, const LoopInfo &loops, const UniformityInfo &uniformity,
                          const CostModel &costs) {
  assert(loop.isInnermost() && "what inner loops take is not known");
  LoopBlocksRPO blocks(const_cast<Loop *>(&loop));
  blocks.perform(&loops);
  // When each value is ready that depends on the previous iteration.
  DenseMap<const Value *, unsigned> ready;
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block) {
      if (!uniformity.isDivergent(&instruction))
        continue;
      const bool begins = isa<PHINode>(instruction) && block == loop.getHeader();
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
  return longest;
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
