// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides conditions on ids for the middle of each x range of work-items.
//
// Guards (`i < n`) and tests for a border (`x == 0 || x == width - 1`) compare an id, or a sum with
// one, with something that all work-items share. Along an x range such a comparison holds on one
// side of a point, so whole gangs know its outcome before they start. For each branch whose
// condition is made of such comparisons, the side with more behind it is taken for decided, where
// an interval of the x range can be named in which the condition goes that way. The intersection of
// all these intervals is computed once an x range, by a function of its own; those of branches to
// which no work-item of the x range comes do not count. Inside it runs a copy of the region in
// which the conditions are constants. The rest of the x range runs the region as it is, except for
// the ends of the x range where the region would do nothing but test its guard. Where a branch
// leaves all that is to be done to one work-item (`l == 0`), the interval is that work-item.
//
// The comparison has to be exact: an id is computed anew in 64 bits, from instructions that are
// known not to wrap for a work-item that runs them (value_ranges.h).
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// What the bounds function returns: local ids of dimension 0 as i64, not clamped to the x range.
/// In [First, Last) the decided copy does the region's work; outside of [OuterFirst, OuterLast)
/// there is nothing to do that another work-item does not do as well.
enum SplitBound : unsigned { First, Last, OuterFirst, OuterLast, SplitBoundCount };

struct IndexSetSplit {
  llvm::Function *bounds = nullptr;   ///< has the region's parameters; null: nothing was decided
  llvm::Function *interior = nullptr; ///< the copy of the region
  /// The copy leaves out what a single work-item does: it is for several of them.
  bool isForGangs = false;
};

/// Leaves the region function as it is.
IndexSetSplit splitIndexSet(llvm::Function &region);

} // namespace weft::compiler
