// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps in a register what a loop reads and writes at one place in memory.
//
//   for (k = 0; k < n; ++k) out[i] += a[i * n + k] * b[k];
//
// Without `restrict`, out[i] might be an element of `a` or `b`, so each round loads and stores it,
// waits for that, and holds up the loads behind it. The pass makes a version of the loop that loads
// the element once before and stores it once behind, and a condition: what the loop reads elsewhere
// lies between the addresses of its first and its last round, and in no lane may the element lie
// there. The lanes decide together (lane_functions.h), so the branch is uniform. The other version
// stays as it was, and counts as rare (cost_model.h). Where the element cannot lie there, as what
// is read is in local memory, there is no other version.
//
// The loop is one block, and all lanes leave it together. Its other accesses are at fixed places,
// or go on by the same distance in each round. No other work-item may look at the element while the
// loop runs, as nothing in it orders memory.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h). The loops are rotated and simple, and may no longer be
/// simple afterwards.
class ScalarPromotionPass : public llvm::PassInfoMixin<ScalarPromotionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
