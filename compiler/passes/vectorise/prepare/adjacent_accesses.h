// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges loads, and stores, of neighbouring scalars into accesses of vectors.
//
// Within a block, loads of one type from one varying address at constant distances are read as one
// vector where nothing between the first and the last of them may write memory or fail to go on;
// stores are merged where nothing else touches memory between them. So members of a structure,
// `p[3 * i + k]` and vload3 become what the widener reads for all lanes with wide loads and
// shuffles.
#pragma once

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Returns whether the function changed.
bool mergeAdjacentAccesses(llvm::Function &function, const llvm::UniformityInfo &uniformity);

} // namespace weft::compiler
