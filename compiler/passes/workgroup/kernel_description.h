// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the program's table of kernels, WEFT_PROGRAM_SYMBOL of device/kernel_abi.h.
//
// Names, types and qualifiers come from Clang's kernel_arg_* metadata, offsets and sizes from the
// argument layout, and memory needs and flags from attributes of the work-group functions. All
// other symbols become internal to the shared object. The table is weak and the descriptions of
// kernels lie in a section of their own, so that the objects of one program can be linked into one
// shared object (backend/object_linking.h).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class KernelDescriptionPass : public RequiredPass<KernelDescriptionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
