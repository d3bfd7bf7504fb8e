// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports calls of printf whose arguments do not fit their format (OpenCL C 3.0, 6.15.14.2): too
// few, too many, or of another kind or size than a conversion demands.
//
// Formats are constants, so that all is known when the kernel is built; what the call prints stays
// as it is. Runs before functions are inlined.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class PrintfChecksPass : public llvm::PassInfoMixin<PrintfChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
