// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prepares the functions of a program for debuggers (support/debug/debugged.h).
//
// Marks the functions, and makes the accesses in them volatile, so that passes and code generation
// leave variables and the order of accesses as they are; what is inlined from the library later may
// be optimised. Clang writes a kernel as a function
// with the kernel's code and a second one for hosts that calls it, both with the kernel's name for
// debuggers: the second takes over the first's body, so a kernel is one frame. A structure passed
// by value is copied to a variable, which has a place in the kernel's frame like others. A block
// that kernels enqueue is a function inlined in its kernel.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class DebuggedKernelsPass : public RequiredPass<DebuggedKernelsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
