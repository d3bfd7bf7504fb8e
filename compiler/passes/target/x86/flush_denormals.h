// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes kernels treat denormal numbers as zeros, for -cl-denorms-are-zero.
//
// A work-group function runs a range of groups on one thread, so it sets the processor's mode
// (flush to zero and denormals are zero, in MXCSR) once when it begins and restores the thread's
// own before it returns. The functions' attributes let later passes fold constants the same way.
// Runs when work-group functions are there.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class FlushDenormalsPass : public llvm::PassInfoMixin<FlushDenormalsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
