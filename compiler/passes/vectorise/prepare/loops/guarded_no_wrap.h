// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Widens 32-bit sums that a known condition keeps from wrapping.
//
// For `x[i - 1]` under `if (i > 0)` with an unsigned i, the lanes' addresses are neighbours only if
// i - 1 does not wrap. The condition proves that, but index-set splitting replaces it by a
// constant. So before that, the pass looks for extensions of a sum of a compared value and a
// constant, behind the condition, where the comparison keeps the sum in the range of its type. It
// replaces each by a sum of the extended value. Masks of low bits count as extensions.
#pragma once

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Value.h"

namespace weft::compiler {

/// `holds`: the outcome that `condition` will have in the region's copy.
void widenGuardedSums(llvm::Value &condition, bool holds, const llvm::DominatorTree &tree);

} // namespace weft::compiler
