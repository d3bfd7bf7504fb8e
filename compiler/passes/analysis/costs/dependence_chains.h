// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long results wait for each other: latencies along chains of what varies.
//
// A CPU works on other lanes, other iterations or other work-items in the meantime, as far as it
// looks ahead. The length of a chain beside the work that is there says whether they fill its
// units.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <cstdint>

namespace weft::compiler {

/// In cycles, the longest chain through one iteration of a loop without inner loops, from the
/// values of the previous iteration to those of the next one.
unsigned recurrenceLength(const llvm::Loop &loop, const llvm::LoopInfo &loops,
                          const llvm::UniformityInfo &uniformity, const CostModel &costs);

/// How many operations would fit into the time that a single work-item waits for what it has stored
/// in the previous iteration: those of its innermost loops, each by the weight of the loop. Loops
/// that wait for registers or for other loads do not count: CPUs look ahead to the next
/// work-item's.
std::uint64_t waitingOperations(llvm::Function &function, const llvm::UniformityInfo &uniformity,
                                const CostModel &costs);

/// In cycles, the longest chain within a block, whatever it starts from.
unsigned chainLength(const llvm::BasicBlock &block, const llvm::UniformityInfo &uniformity,
                     const CostModel &costs);

} // namespace weft::compiler
