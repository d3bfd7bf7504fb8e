// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits loop phis that step by a uniform amount.
//
// A phi whose start varies and whose step does not becomes its start plus a counter that is the
// same for all lanes, so that the shape of the start, affine for an index made of ids, is that of
// the phi. Where the additions are known not to overflow, the sum is made in 64 bits.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace weft::compiler {

/// Returns whether the function changed.
bool splitInductions(const llvm::LoopInfo &loops, const llvm::UniformityInfo &uniformity);

} // namespace weft::compiler
