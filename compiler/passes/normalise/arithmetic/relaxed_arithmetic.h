// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exploits options that permit less exact arithmetic, and removes the permission.
//
// -cl-mad-enable, -cl-unsafe-math-optimizations and -cl-fast-relaxed-math put flags on operations.
// Optimisation and code generation use them where the surrounding code permits, and that code
// differs between scalars and vectors, whole groups and tails, the first and the best code. A
// work-item's result must not depend on these. So the pass decides for all of them: it fuses a
// single-use product with the sum that uses it, if the CPU has an instruction for that, and removes
// all flags except those that promise finite numbers. InstCombine, which runs before, has used the
// others.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class RelaxedArithmeticPass : public llvm::PassInfoMixin<RelaxedArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
