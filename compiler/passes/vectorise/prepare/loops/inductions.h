// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits loop phis that step by a uniform amount.
//
// If the start of a phi varies and its step is uniform, the phi becomes its start plus a counter
// that is the same for all lanes. So the phi has the stride of its start, which is constant for an
// index made of ids. If the additions do not overflow, the sum is computed in 64 bits.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h). The loops are rotated and simple.
class InductionsPass : public RequiredPass<InductionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
