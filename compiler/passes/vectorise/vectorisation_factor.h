// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many work-items of a region run at a time.
//
// As many as the target's vectors hold values of the type that the region mostly works on: varying
// instructions are counted by the width of what they compute, those in loops several times;
// addresses and their arithmetic do not count. Where all the time goes into a loop that work-items
// leave at different times and that touches no memory, or into one whose iterations are one long
// chain of operations, each operation waits for the one before: twice as many lanes run in nearly
// the same time. In the former case all gangs have so many, in the latter, where nothing is lost
// by the choice, those that are whole: as many as work while one chain waits. Whole gangs also
// have more where the region is a short pass over global memory, as loads and stores of neighbours
// then come in blocks, and where it mostly waits for atomic updates of one address, as all lanes of
// a gang share an update.
#pragma once

#include "compiler/passes/analysis/cost_model.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// No region has more: a gang stays inside of a block of the context array.
inline constexpr unsigned maxVf = WEFT_CONTEXT_LANES;
/// Gangs of which some work-items may be missing have no more.
inline constexpr unsigned maxPredicatedVf = 16;

struct VectorisationFactors {
  unsigned vf;
  unsigned wide; ///< of whole gangs, where there are enough work-items; at least `lanes`
};

/// How many values of 32 bits fit in a vector of the target, between 4 and maxPredicatedVf.
unsigned wordLanes(const CostModel &costs);

/// `vf`: between 4 and maxPredicatedVf; `wide`: at most maxVf. The function is in canonical form
/// (canonical_form.h).
VectorisationFactors chooseVectorisationFactors(const llvm::Function &function,
                                                const CostModel &costs,
                                                const llvm::UniformityInfo &uniformity,
                                                const llvm::LoopInfo &loops);

} // namespace weft::compiler
