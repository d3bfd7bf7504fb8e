// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves what each round of a loop loads anew to the front of the loop.
//
//   for (x = 0; x < n; ++x) if (limits[x] >= value[get_global_id(0)]) break;
//
// LLVM does that, too, but it cannot move a load under a mask. Here the mask changes in each round,
// as lanes leave at different times, so each load would wait for the rounds before. In other loops
// the mask is that of a branch around them. Where each lane that comes to the loop loads the value
// in its first round, the pass loads it in front of the loop, where the mask is that of this round.
//
// Nothing in the loop may order memory, and what it writes is in other memory, such as local memory
// where it loads from a buffer.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h). The loops are rotated and simple, and stay so.
class InvariantLoadsPass : public llvm::PassInfoMixin<InvariantLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
