// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hoists invariant loads out of loops.
//
//   for (x = 0; x < n; ++x) if (limits[x] >= value[get_global_id(0)]) break;
//
// LLVM also does that, but it cannot hoist a load under a mask. Here the mask changes in each
// iteration, as lanes leave at different times, so each load would wait for the previous
// iterations. In other loops the mask is that of a branch around them. If each lane that reaches
// the loop loads the value in its first iteration, the pass loads it before the loop, where the
// mask is that of this iteration.
//
// Nothing in the loop may order memory, and its writes are to other memory, such as local memory if
// it loads from a buffer.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h). The loops are rotated and simple, and stay so.
class InvariantLoadsPass : public RequiredPass<InvariantLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
