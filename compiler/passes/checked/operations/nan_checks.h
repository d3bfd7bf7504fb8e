// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports operations of numbers whose result is not one: 0 / 0, inf - inf, sqrt(-1). A NaN that a
// NaN becomes is not reported, so the first report of a computation is where it went wrong.
//
// It runs on the program's own functions before their calls are inlined: what the library computes
// in between is its own affair. Operations are those of floating-point types, and calls of the
// library's functions that have floating-point operands, but for those that copy bits. Results are
// tested behind the operation (operation_tests.h). Where the program promises that there are no
// NaNs (-cl-finite-math-only), there is nothing to test.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class NanChecksPass : public llvm::PassInfoMixin<NanChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
