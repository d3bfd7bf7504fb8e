// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports integer divisions by zero and of the least number by -1, shifts by the width of the type
// or more, and conversions of floating-point numbers that the integer type does not have. The
// results are the same as without checks.
//
// It runs on the program's own functions, before divisions are guarded, and before constants that
// inlining brings in are folded. Clang reduces the amount of an OpenCL C shift modulo the width;
// what it reduces is tested. Conversions are casts and calls of convert_…() without _sat.
// Each operation is tested before it (operation_tests.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ArithmeticChecksPass : public llvm::PassInfoMixin<ArithmeticChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
