// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long results wait for each other: latencies along chains of varying values.
//
// Meanwhile a CPU works on other lanes, other iterations or other work-items, as far as it looks
// ahead. The length of a chain relative to the available work determines whether they fill its
// units.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <cstdint>

namespace weft::compiler {

/// In cycles, the longest chain through one iteration of an innermost loop, from the values of the
/// previous iteration to those of the next one.
unsigned recurrenceLength(const llvm::Loop &loop, const llvm::LoopInfo &loops,
                          const llvm::UniformityInfo &uniformity, const CostModel &costs);

/// How many operations would fit into the time that a single work-item waits for its stores of the
/// previous iteration: those of its innermost loops, each weighted by the loop's frequency. Loops
/// that wait for registers or for other loads do not count: CPUs look ahead to the next
/// work-item's.
std::uint64_t waitingOperations(llvm::Function &function, const llvm::UniformityInfo &uniformity,
                                const CostModel &costs);

/// In cycles, the longest chain within a block, from any start.
unsigned chainLength(const llvm::BasicBlock &block, const llvm::UniformityInfo &uniformity,
                     const CostModel &costs);

} // namespace weft::compiler
