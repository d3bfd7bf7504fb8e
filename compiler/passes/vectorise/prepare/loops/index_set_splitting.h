// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits an x range into an interior, in which conditions on ids are constants, and the remainder.
//
// Guards (`i < n`) and border tests (`x == 0 || x == width - 1`) compare an id, or a sum with an
// id, with a uniform value. Along an x range such a comparison changes its outcome at one point.
// For each branch on such comparisons the pass chooses the side with more code, and computes the
// interval of the x range in which the branch takes that side. A *bounds function* computes the
// intersection of these intervals once per x range; it ignores branches that no work-item of the
// range reaches. Within the bounds, the *interior* runs: a copy of the region in which the
// conditions are constants. The remainder of the x range runs the region itself, except for ends
// at which all work-items would fail the guard.
//
// - If a branch selects a single work-item (`l == 0`), the interval is that work-item.
// - If a loop starts or ends at a minimum or maximum (`c = max(x - 1, 0)`) or at a saturating
//   difference, the interior uses the operand with the id, or the plain difference. Then all lanes
//   have the same trip count.
// - If a condition has several parts and no interval of its own, the interior uses the intervals of
//   the parts that it implies.
// - A comparison may contain the counter of a uniform loop (`x + dx >= 0`). The interval is the one
//   in which the outcome is the same in the first and in the last iteration.
//
// In gangs of several dimensions (linear_gangs.h) the x range is the whole group in linear order,
// and the id is that of dimension 1: a guard such as `row < step` has one outcome per row. The
// group must have a single plane.
//
// Divisions of ids form rows (division_rows.h). The interior is then that of one row: its quotients
// are parameters, its remainders grow by one from lane to lane, and comparisons with either have
// intervals.
//
// Intervals are exact: the bounds function computes in 64 bits, from instructions that do not wrap
// for a work-item that executes them (value_ranges.h).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// The results of the bounds function: local ids of dimension 0 as i64, not clamped to the x range;
/// in linear gangs, linear local ids. Work-items in [First, Last) may run the interior instead of
/// the region. Those outside [OuterFirst, OuterLast) have no effect that others do not have too.
/// Results that do not depend on the launch are constants.
///
/// With rows, the results apply to the row of the work-item with the given local id. Further
/// results are the end of that row and its quotients, which are the last parameters of the
/// interior. The function may call `__weft_vf`; no row is shorter than that.
enum SplitBound : unsigned { First, Last, OuterFirst, OuterLast, SplitBoundCount };

/// Whether the results of a bounds function apply to rows.
bool hasRows(const llvm::Function &bounds);

struct IndexSetSplit {
  llvm::Function *bounds = nullptr;   ///< with the region's parameters; null: no split
  llvm::Function *interior = nullptr; ///< the copy of the region
  /// The interior omits the code of a single work-item, so only gangs may run it.
  bool isForGangs = false;
  /// The interior omits checks of accesses, which nearly all work-items pass.
  bool omitsChecks = false;
};

/// Changes nothing in the region function but metadata: it marks divisions that form rows, whose
/// results differ between the lanes of a gang (integer_divisions.h). `mayHaveRows`: whether to
/// consider divisions.
IndexSetSplit splitIndexSet(llvm::Function &region, bool mayHaveRows = true);

/// Adds the bounds functions and interiors of all regions to a module, for inspection.
class IndexSetSplittingPass : public RequiredPass<IndexSetSplittingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
