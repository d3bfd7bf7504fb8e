// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds accesses of the same memory by several work-items that nothing orders: of which at least
// one writes, not all are atomic, and no barrier comes between or the work-groups are different.
//
// Buffers and local memory have cells beside them (access_cells.h), one for each granule, which is
// the smallest access of the kernel, 16 bytes at most. The accesses of a block between two barriers
// are noted together, behind them:
//
//   each access:  compare its cells, and write them
//   br all_lanes(no conflict), next, cold
//   cold: each access: br conflict, report, next
//
// Reads through arguments that the kernel does not write race only if another argument has the same
// object. The driver knows that (weft_checks::tracks_reads), and their code is under a branch.
//
// An access whose address is uniform, in a block that the whole group executes, is one of the
// group; if it writes values that vary, lanes compare theirs with the first one's. Of memory that
// the program orders by fences, or by atomic operations that acquire, nothing is reported: their
// order is not followed; if only operations of a narrower scope acquire, races between groups are.
// Accesses of private memory, images and pipes, copies of many or an unknown
// number of bytes, and variables of the program have no cells.
//
// The checks of bounds come before, so that cells are those of the object.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class RaceChecksPass : public RequiredPass<RaceChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
