// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets one call of a region function run work-items of several rows, which share what they load.
//
//   for (uint k = 0; k < n; ++k)
//     sum += a[row * n + k] * b[k * n + column];
//
// Each row of work-items reads the same elements of `b`, and no cache is as quick as a register. In
// a *row block*, what depends on the local id of dimension 1 is done for `rowsOfBlock` rows, one
// after the other, and everything else once: here a load of `b` serves four products. The function
// is still scalar along dimension 0, so the widener makes vectors of it as of others.
//
// This suits a region with one loop of one block in which a gang's lanes load what all rows share
// and carry values of their own row. It also suits a region without loops in which all rows share
// what lanes gather: each lane reads a cache line of its own, and lines that are a power of two
// apart evict each other before the next row reads them again. All control flow is the same for
// lanes and rows. The region writes memory at its end only, where nothing is read any more. Where
// conditions on ids keep it from that, its interior (index_set_splitting.h) may suit. Launches
// divide ranges into groups of several rows (WEFT_KERNEL_SHARES_ROWS). Of 178 typical kernels two
// have such loops, and one, a step of a factorisation, such gathers.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace weft::compiler {

inline constexpr unsigned rowsOfBlock = WEFT_SHARED_ROWS;

/// What stays in registers.
struct RowBlockValues {
  unsigned carried; ///< of lanes, in each row: from one round to the next, or until all are loaded
  unsigned shared;  ///< loads of lanes for all rows
};

/// Nothing if the region does not suit row blocks. It is in canonical form (canonical_form.h).
std::optional<RowBlockValues> findRowBlock(const llvm::Function &region,
                                           llvm::UniformityInfo &uniformity,
                                           const StrideInfo &strides, const llvm::LoopInfo &loops);

/// Makes a region that suits row blocks run the work-items of `rowsOfBlock` rows: that of its local
/// ids, and those behind it in dimension 1. It stays in canonical form.
void makeRowBlock(llvm::Function &region);

} // namespace weft::compiler
