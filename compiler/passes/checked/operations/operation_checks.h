// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of operations in the program's own functions: arithmetic (arithmetic_checks.cpp), calls of
// printf (printf_checks.cpp), indices of arrays in structures (member_checks.cpp), and results that
// are no numbers (nan_checks.cpp).
//
// Runs before divisions are guarded, and before functions are inlined: addresses have the types of
// the source, no constants have been folded, and the library's own operations are none of these.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"
#include "device/base/checks.h"

namespace weft::compiler {

class OperationChecksPass : public RequiredPass<OperationChecksPass> {
public:
  explicit OperationChecksPass(CheckSet checks) : checks(checks) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  CheckSet checks;
};

} // namespace weft::compiler
