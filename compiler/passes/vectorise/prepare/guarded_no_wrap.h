// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Widens sums of 32 bits where a decided condition keeps them from wrapping.
//
// `x[i - 1]` under `if (i > 0)` with an unsigned i: whether i - 1 wraps decides whether the lanes'
// addresses are neighbours. The condition tells that it does not, but says so only as long as it is
// there. So before conditions are decided, each extension of a sum of a compared value and a
// constant that lies behind the condition, and whose interval the comparison keeps in the type,
// becomes a sum of the extended value. Extensions are masks of low bits, too.
#pragma once

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Value.h"

namespace weft::compiler {

/// `condition`: where branches of the region's copy depend on it, it is going to be `holds`.
void widenGuardedSums(llvm::Value &condition, bool holds, const llvm::DominatorTree &tree);

} // namespace weft::compiler
