// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets one call of a region function run work-items of several rows, which share loaded values.
//
//   for (uint k = 0; k < n; ++k)
//     sum += a[row * n + k] * b[k * n + column];
//
// All rows of work-items read the same elements of `b`, and no cache is as fast as a register. A
// *row block* executes `rowsOfBlock` copies of the instructions that depend on the local id of
// dimension 1, and all others once: here one load of `b` serves four products. The function remains
// scalar along dimension 0, so the widener vectorises it like any other.
//
// A region is suitable if it has one loop, of one block, in which lanes load values that all rows
// share and carry values of their own row. So is a region without loops in which all rows share
// what lanes gather: each lane reads a cache line of its own, and lines that are a power of two
// apart evict each other before the next row reads them again. Control flow is uniform over lanes
// and rows, and no load follows the first store. If conditions on ids prevent that, the interior of
// the region (index_set_splitting.h) may be suitable. Launches divide ranges into groups of several
// rows (WEFT_KERNEL_SHARES_ROWS).
//
// Of 178 typical kernels it changes two with such loops, gemm_naive and gemm_rows_first, which take
// twice as long without it (1.4 times as x86-64-v3), and one with such gathers, cholesky_update.
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace weft::compiler {

inline constexpr unsigned rowsOfBlock = WEFT_SHARED_ROWS;

/// The vectors that stay in registers.
struct RowBlockValues {
  unsigned carried; ///< of lanes, in each row: from one iteration to the next, or until all are
                    ///< loaded
  unsigned shared;  ///< loaded for all rows
};

/// Nothing if the region is not suitable. It must be in canonical form (canonical_form.h).
std::optional<RowBlockValues> findRowBlock(const llvm::Function &region,
                                           llvm::UniformityInfo &uniformity,
                                           const StrideInfo &strides, const llvm::LoopInfo &loops);

/// Makes a suitable region run the work-items of `rowsOfBlock` rows: the one with its local ids,
/// and the next ones in dimension 1. Preserves the canonical form.
void makeRowBlock(llvm::Function &region);

} // namespace weft::compiler
