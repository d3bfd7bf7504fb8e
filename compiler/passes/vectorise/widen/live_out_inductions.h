// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts for each lane how far a uniform induction came until the lane left the loop.
//
//   while (i < limit && isInside(x))
//     ++i;
//   result = i;
//
// All lanes in the loop have the same `i`, so it is a scalar, and what the loop hands on is blended
// in each round: the broadcast of `i` for the lanes that are in the loop. But such a lane's value
// from the round before is what `i` was when this round began. So adding the step to the lanes that
// stay gives the same, without a broadcast:
//
//   out = phi [select(entered, splat(first), before)], [out + (stays ? step : 0)]
#pragma once

#include "llvm/IR/Dominators.h"

namespace weft::compiler {

/// Of a vector version whose masks and phis are values. `tree` stays valid.
void countLiveOutInductions(const llvm::DominatorTree &tree);

} // namespace weft::compiler
