// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the arithmetic of loop bounds out of loops.
//
// Loops over gangs begin and end at minima and maxima that the driver computes once a row. Scalar
// evolution looks through these, and strength reduction then writes addresses in terms of all that
// the first index was made of, again for each access, and leaves it in the loop: comparisons and
// conditional moves that nobody moves out again. A freeze hides how a value was made. So the pass
// freezes, before each loop, what its indices start with and what they are compared with, where a
// minimum or maximum is part of it. Runs behind all optimisation, which would dissolve the freezes;
// instruction selection drops them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class FreezeLoopBoundsPass : public llvm::PassInfoMixin<FreezeLoopBoundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
