// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Versions group-stride loops so that the gang runs most iterations without masks.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0))
//
// The step may also be a constant, as where the source fixes the group's size. Lanes leave such a
// loop at different times, but only at its end. The pass puts a copy of the loop in front of it,
// which all work-items execute together while at least a whole group's size is left of the range.
// The copy's condition is uniform, so its body needs no masks. The original loop executes the rest.
// In the copy, i is the work-item's id plus a uniform counter; the sum does not overflow, as it is
// below n.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace weft::compiler {

/// Returns whether the region function changed. The analyses stay valid.
bool versionGroupStrideLoops(llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

} // namespace weft::compiler
