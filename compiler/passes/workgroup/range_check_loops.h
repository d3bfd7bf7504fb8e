// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-range-check-loops: gives the iterations that pass all range checks a loop of their own.
//
//   do {
//     if (column <= n - 16 && column > 0) inside(); else border();
//     i += 16; column += 16;
//   } while (i != last && column < n);
//
// becomes
//
//   do {
//     if (column <= n - 16 && column > 0) {
//       count = (n - 16 - column) / 16 + 1; ... // iterations that pass the checks, one at least
//       do inside(); while (--count);           // with its own i and column
//     } else border();
//     i += 16; column += 16;
//   } while (i != last && column < n);
//
// The checks are comparisons of what changes by a constant power of two in each iteration with what
// the loop does not change, so a few shifts and subtractions tell how many iterations will pass
// them and stay in the loop. No code is copied but what the inner loop computes of the counters.
//
// Loops over gangs have such checks where one id of a kernel is for rows and columns
// (division_versions.h). As a sign of those, the checks are frozen.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class RangeCheckLoopsPass : public llvm::PassInfoMixin<RangeCheckLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
