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
// and carry values of their own row. All control flow is the same for lanes and rows. The region
// writes memory at its end only, where nothing is read any more. Where conditions on ids keep it
// from that, its interior (index_set_splitting.h) may suit.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace weft::compiler {

inline constexpr unsigned rowsOfBlock = 4;

/// What the loop keeps in registers.
struct RowBlockValues {
  unsigned carried; ///< of lanes, in each row, from one round to the next
  unsigned shared;  ///< loads of lanes for all rows
};

/// Nothing if the region does not suit row blocks. It is in canonical form (canonical_form.h).
std::optional<RowBlockValues> findRowBlock(const llvm::Function &region,
                                           llvm::UniformityInfo &uniformity,
                                           const llvm::LoopInfo &loops);

/// Makes a region that suits row blocks run the work-items of `rowsOfBlock` rows: that of its local
/// ids, and those behind it in dimension 1. It stays in canonical form.
void makeRowBlock(llvm::Function &region);

} // namespace weft::compiler
