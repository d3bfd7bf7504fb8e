// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives a kernel's __local variables their places in weft_worker::local_memory.
//
// After inlining, every use of an address-space-3 variable lies in a kernel. For each kernel the
// variables that it names are laid out from offset 0, the most strictly aligned first, and their
// uses become the worker's block plus a constant. The sum, aligned so that local arguments can
// follow, is kept in an attribute of the kernel for its description.
//
// Loads from constant memory are marked invariant here as well: neither the launch and the worker
// nor a program's __constant data change while a kernel runs.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// The bytes of a kernel's static local memory, as a decimal number.
inline constexpr llvm::StringLiteral localBytesAttribute = "weft-local-bytes";

class LocalMemoryPass : public llvm::PassInfoMixin<LocalMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
