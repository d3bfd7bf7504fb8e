// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes numbers of function pointers, and direct calls of calls through them.
//
// Each kernel may become a program of its own, in which functions have addresses of their own, and
// work-item code must be inlined. So the address of a function becomes the function's number in the
// program, the same for all kernels: 1 for the first function whose address is taken. For each type
// of a function that is called through a pointer there is one function more, which gets the number
// before the parameters and calls the function that has it. So a program grows by the functions and
// the calls, not by their product. A number that no function of the type has calls nothing, and the
// result is zero.
//
// The kernel library calls functions of the driver by their addresses, in functions whose names
// begin with __weft_call_; those stay. Functions of blocks have numbers of another kind
// (block_kernels.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class FunctionPointersPass : public llvm::PassInfoMixin<FunctionPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
