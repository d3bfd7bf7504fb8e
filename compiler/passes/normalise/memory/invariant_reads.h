// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves reads from images out of loops that read the same texel in each round.
//
// Nothing changes an image while a kernel reads from it, and no read does harm: coordinates outside
// of the image are defined. So a read that depends on nothing of the loop, and that each round of
// it makes, is made once before the loop. A loop without rounds then makes a read for nothing.
// LLVM's own passes see such reads only when they have become calls of an image's routines.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InvariantReadsPass : public llvm::PassInfoMixin<InvariantReadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
