// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns function pointers into numbers, and indirect calls into direct ones.
//
// Each kernel may become a separate program, in which functions have other addresses, and work-item
// code must be inlined. So the address of a function becomes the function's number in the program,
// the same for all kernels: 1 for the first function whose address is taken. For each function type
// that is called through a pointer there is one additional function, which takes the number before
// the parameters and calls the corresponding function. So a program grows by the functions and the
// calls, not by their product. A number without a function of that type calls nothing, and the
// result is zero.
//
// The kernel library calls driver functions by address, in functions whose names begin with
// __weft_call_; those are unchanged. Functions of blocks have numbers of another kind
// (block_kernels.h).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class FunctionPointersPass : public RequiredPass<FunctionPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
