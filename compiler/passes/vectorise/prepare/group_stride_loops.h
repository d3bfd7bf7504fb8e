// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops by which the work-items of a group share a range out among them:
//   for (i = get_local_id(0); i < n; i += get_local_size(0))
// Lanes leave such a loop at different times only at its end. Before it comes a copy of the loop
// that all work-items go round together, as long as a whole group's worth is left of the range; its
// condition is uniform, so its body needs no masks. The loop itself does the rest. In the copy, i
// is the work-item's id plus a counter that is the same for all, a sum that does not overflow
// because it is below n.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace weft::compiler {

/// Returns whether the region function changed; the analyses are kept up.
bool versionGroupStrideLoops(llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

} // namespace weft::compiler
