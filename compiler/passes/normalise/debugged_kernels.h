// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prepares the functions of a program for debuggers (support/debug/debugged.h).
//
// Marks what passes and code generation must leave as it is. Clang writes a kernel as a function
// with the kernel's code and a second one for hosts that calls it, both with the kernel's name for
// debuggers: the second takes over the first's body, so a kernel is one frame. A structure passed
// by value is copied to a variable, which has a place in the kernel's frame like others. A block
// that kernels enqueue is a function inlined in its kernel.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class DebuggedKernelsPass : public llvm::PassInfoMixin<DebuggedKernelsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
