// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits operations on vectors into operations on their components, so that each component becomes
// one vector over the lanes.
//
// LLVM's Scalarizer does most of it. It leaves reductions and calls of vectors whole, which are
// split before it. Instructions that need a vector afterwards, such as a store, a call or a cast,
// assemble it in their own block.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// For functions that run one work-item.
class ScalarisationPass : public RequiredPass<ScalarisationPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
