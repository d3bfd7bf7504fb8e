// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places a kernel's __local variables in weft_worker::local_memory.
//
// After inlining, every use of a variable in address space 3 is in a kernel. For each kernel the
// pass lays out the variables that it names from offset 0, the most strictly aligned first, and
// replaces their uses by the worker's block plus a constant. An attribute of the kernel keeps the
// sum for the kernel's description, aligned so that local arguments can follow. Another one says
// that a variable begins as zeros in each work-group; then all local memory of the kernel does.
//
// The pass also marks loads from constant memory as invariant: the launch, the worker and a
// program's __constant data do not change while a kernel runs.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// The bytes of a kernel's static local memory, as a decimal number.
inline constexpr llvm::StringLiteral localBytesAttribute = "weft-local-bytes";
/// The kernel has a variable whose initializer is null.
inline constexpr llvm::StringLiteral zeroesLocalAttribute = "weft-zeroes-local";

class LocalMemoryPass : public RequiredPass<LocalMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
