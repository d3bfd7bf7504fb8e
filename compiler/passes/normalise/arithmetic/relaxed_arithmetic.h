// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses what options permit of less exact arithmetic, and takes the permission away.
//
// -cl-mad-enable, -cl-unsafe-math-optimizations and -cl-fast-relaxed-math put flags on operations.
// Optimisation and code generation use them where the code around gives a chance, and that code
// differs between scalars and vectors, whole groups and tails, the first and the best code. A
// work-item's result must not depend on these. So the pass decides for all of them: it fuses a
// product that has one use with the sum that uses it, where the CPU has an instruction for that,
// and removes all flags but those that promise finite numbers. InstCombine, which comes before, has
// used the others.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class RelaxedArithmeticPass : public llvm::PassInfoMixin<RelaxedArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
