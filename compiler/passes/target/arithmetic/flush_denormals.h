// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes kernels treat denormal numbers as zeros, for -cl-denorms-are-zero.
//
// A work-group function runs a range of groups on one thread. So it sets the CPU's mode at its
// start and restores the thread's mode before it returns. Function attributes make later passes
// fold constants in the same way. Runs on work-group functions.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class FlushDenormalsPass : public RequiredPass<FlushDenormalsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
