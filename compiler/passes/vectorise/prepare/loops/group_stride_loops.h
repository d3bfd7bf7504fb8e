// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Versions group-stride and grid-stride loops so that the gang runs most iterations without masks.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0))
//   for (i = get_global_id(0); i < n; i += get_global_size(0))
//
// i starts with the local id plus anything that the gang shares, and steps by anything that it
// shares. Lanes leave such a loop at different times, but only at its end. The pass puts a copy of
// the loop in front of it, which all work-items execute together while at least a whole group's
// size is left of the range. The copy's condition is uniform, so its body needs no masks. The
// original loop executes the rest. In the copy, i is the work-item's id plus a uniform counter. It
// is skipped where that counter could overflow; the sum is below n.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// For region functions. With a gang's analyses (gang_analyses.h).
class GroupStrideLoopsPass : public RequiredPass<GroupStrideLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
