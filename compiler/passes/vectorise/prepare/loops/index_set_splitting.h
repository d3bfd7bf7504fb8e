// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index-set splitting: the interior of an x range runs a copy of the region without conditions on
// ids.
//
// Guards (`i < n`) and border tests (`x == 0 || x == width - 1`) compare an id, or a sum with an
// id, with a value that all work-items share. Along an x range such a comparison changes its
// outcome at one point, so whole gangs know it before they start. For each branch on such
// comparisons the pass selects the side with more code behind it, and computes the interval of the
// x range in which the condition takes this side. A *bounds function* intersects these intervals
// once for an x range; it ignores branches that no work-item of the x range reaches. Inside the
// bounds runs a copy of the region in which the conditions are constants, the *interior*. The rest
// of the x range runs the region itself, except for the ends where the region would only test its
// guard. If a branch selects a single work-item (`l == 0`), the interval is that work-item. Where a
// loop begins or ends at a minimum or maximum (`c = max(x - 1, 0)`) or a saturating difference, the
// interior has the operand with the id, or the difference: all lanes have as many rounds there. If
// a condition of several parts has no interval, those of its parts count that it needs. A
// comparison may hold the counter of a loop that all work-items go round alike (`x + dx >= 0`):
// what it says for the first and the last round holds for all.
//
// Where gangs are work-items of several dimensions (linear_gangs.h), the x range is the whole group
// in linear order, and the id is that of dimension 1: a guard like `row < step` has one outcome for
// the work-items of some rows. The group must have one plane.
//
// Divisions of ids make rows (division_rows.h): the interior is that of the row in which a
// work-item lies. There quotients are parameters of the interior, and remainders grow by one from
// lane to lane; comparisons of both have bounds as those of ids do.
//
// The comparison must be exact: the bounds function computes ids in 64 bits, from instructions that
// do not wrap for a work-item that runs them (value_ranges.h).
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What the bounds function returns: local ids of dimension 0 as i64, not clamped to the x range;
/// in linear gangs, numbers of work-items in the group. In [First, Last) the interior does the
/// region's work. Outside [OuterFirst, OuterLast) a work-item has no effect that another one does
/// not have too. What is the same in all launches is a constant.
///
/// With rows, all that holds for the row in which the work-item of the local id lies, and the
/// function returns besides where that row ends, and its quotients, which are the interior's last
/// parameters. It may call `__weft_vf`: no row is shorter.
enum SplitBound : unsigned { First, Last, OuterFirst, OuterLast, SplitBoundCount };

/// Whether a bounds function is one for rows.
bool hasRows(const llvm::Function &bounds);

struct IndexSetSplit {
  llvm::Function *bounds = nullptr;   ///< has the region's parameters; null: there is no split
  llvm::Function *interior = nullptr; ///< the copy of the region
  /// The interior leaves out the work of a single work-item, so only gangs may run it.
  bool isForGangs = false;
};

/// Does not change the region function, but for marks at divisions that make rows: behind them,
/// lanes lie in several rows (integer_divisions.h). `mayHaveRows`: they may.
IndexSetSplit splitIndexSet(llvm::Function &region, bool mayHaveRows = true);

/// Does it for all region functions of a module, to look at it. Leaves them as they are, and what
/// it makes of them beside them.
class IndexSetSplittingPass : public llvm::PassInfoMixin<IndexSetSplittingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
