// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares accesses with the asynchronous copies for which the group has not waited, and writes to
// global memory with what the driver watches.
//
// The accesses of a block between two regions are compared together, behind them:
//
//   br copies are in flight | something is watched, look, next
//   look: touches = each access overlaps the range of its kind (weft_copies, weft_checks::watched)
//         br all_lanes(!touches), next, cold
//   cold: each access: br touches, tell the driver, next
//
// A range contains all copies of its kind, so the driver decides. Accesses that no copy can come
// before are not compared with copies, so a kernel without copies has none of this.
//
// What changes copies comes here, too: if copies are delayed, the steps of the kernel copy nothing,
// and the driver makes those that the bounds checks have left (copy_checks.h).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class TouchedMemoryPass : public RequiredPass<TouchedMemoryPass> {
public:
  /// `watches`: writes are compared with watched memory.
  explicit TouchedMemoryPass(bool watches) : watches(watches) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool watches;
};

} // namespace weft::compiler
