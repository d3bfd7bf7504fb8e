// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits loop phis that step by a uniform amount.
//
// If the start of a phi varies and its step is uniform, the phi becomes its start plus a counter
// that is the same for all lanes. So the phi has the stride of its start, which is constant for an
// index made of ids. If the additions do not overflow, the sum is computed in 64 bits.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace weft::compiler {

/// Returns whether the function changed.
bool splitInductions(const llvm::LoopInfo &loops, const llvm::UniformityInfo &uniformity);

} // namespace weft::compiler
