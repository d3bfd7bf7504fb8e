// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the vectorisation factors of a region.
//
// The VF is the number of values in the target's vectors, for the type that most of the region's
// operations have: the function counts the varying instructions by the width of their results, more
// in loops (cost_model.h), without addresses and their arithmetic. The VF doubles if a region has a
// loop whose operations wait for each other: lanes leave it at different times and it touches no
// memory, or the address of a load depends on what the previous iteration loaded or chose. In
// group-stride loops over global memory a gang reads a whole cache line. Where lanes access texels,
// it is WEFT_IMAGE_LANES at least: the routines take as long for fewer.
//
// Unmasked gangs may be *wide* where nothing is lost by it:
// - in a loop whose iterations are one long chain of operations: as many gangs at once as can work
//   while one chain waits;
// - in a loop that lanes leave at different times and that touches no memory: two gangs;
// - in a long block that is one chain with few values alive: two gangs. There a version that is the
//   only one has twice the lanes, too;
// - in a short pass over global memory: loads and stores of neighbours then come in blocks;
// - in a region that mostly waits for atomic updates of one address: all lanes of a gang share one
//   update.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// The largest VF: a gang stays inside of a block of the context array.
inline constexpr unsigned maxVf = WEFT_CONTEXT_LANES;
/// The largest VF of predicated gangs.
inline constexpr unsigned maxPredicatedVf = 16;
/// The largest VF of a version that runs all gangs.
inline constexpr unsigned maxSoleVf = 32;

struct VectorisationFactors {
  unsigned vf;
  unsigned wide;               ///< of unmasked gangs, if there are enough work-items; at least `vf`
  unsigned sole;               ///< of a version that runs all gangs; at least `vf`
  bool isLatencyBound = false; ///< a loop's operations wait for each other
};

/// How many values of 32 bits fit in a vector of the target, between 4 and maxPredicatedVf.
unsigned wordLanes(const CostModel &costs);

/// `vf`: between 4 and maxPredicatedVf; `wide`: at most maxVf; `sole`: at most maxSoleVf. The
/// function is in canonical form (canonical_form.h).
VectorisationFactors chooseVectorisationFactors(const llvm::Function &function,
                                                const CostModel &costs,
                                                const llvm::UniformityInfo &uniformity,
                                                const StrideInfo &strides,
                                                const llvm::LoopInfo &loops);

} // namespace weft::compiler
