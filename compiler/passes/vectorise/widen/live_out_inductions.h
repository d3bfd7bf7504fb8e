// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts for each lane how far a uniform induction advanced until the lane left the loop.
//
//   while (i < limit && isInside(x))
//     ++i;
//   result = i;
//
// All lanes in the loop have the same `i`, so it is a scalar, and its live-out value is blended in
// each iteration: the broadcast of `i` for the lanes that are in the loop. But such a lane's value
// from the previous iteration is `i` at the start of this one. So adding the step to the remaining
// lanes is equivalent, without a broadcast:
//
//   out = phi [select(entered, splat(first), before)], [out + (stays ? step : 0)]
#pragma once

#include "llvm/IR/Dominators.h"

namespace weft::compiler {

/// Of a vector version whose masks and phis are values. `tree` stays valid.
void countLiveOutInductions(const llvm::DominatorTree &tree);

} // namespace weft::compiler
