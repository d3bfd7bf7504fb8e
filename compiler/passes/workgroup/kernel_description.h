// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the program's table of kernels, WEFT_PROGRAM_SYMBOL of device/kernel_abi.h.
//
// Names, types and qualifiers come from Clang's kernel_arg_* metadata, offsets and sizes from the
// argument layout, memory needs and flags from the attributes that earlier passes left on the
// work-group functions. Everything but the table itself is internal to the shared object.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class KernelDescriptionPass : public llvm::PassInfoMixin<KernelDescriptionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
