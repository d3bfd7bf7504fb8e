// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-division-loops: makes loops over the iterations in which a quotient stays the same.
//
//   for (i = first; i < last; i += 16) { row = i / n; column = i % n; ... }
//
// becomes
//
//   for (i = first; i < last;) {
//     row = i / n; column = i % n;
//     do { ...; i += 16; column += 16; } while (i < last && column < n);
//   }
//
// The inner loop divides nothing, and what depends on the row alone does not change in it: LLVM's
// hoisting moves it out. The loops over gangs have such divisions where one id of a kernel is for
// rows and columns. The dividend grows by a constant in each iteration, and the divisor does not
// change. No code is copied but what the header of the loop has in front of its last division.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class DivisionLoopsPass : public llvm::PassInfoMixin<DivisionLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
