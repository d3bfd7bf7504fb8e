// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides the size of each kernel's sub-groups, and finds the kernels that use them (sub_groups.h).
//
// The size is what the kernel requires (intel_reqd_sub_group_size), and otherwise as many values of
// 32 bits as a vector of the target has. Where a loop waits for operations of sub-groups
// (sub_group_recurrences.h), it is as many as two or four vectors have, but no more than hold the
// work-groups that the kernel requires. It is known when the build returns, for hosts ask for it.
// A kernel uses sub-groups if it calls a primitive of theirs, directly or through functions, or
// requires a size.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class SubGroupSizesPass : public llvm::PassInfoMixin<SubGroupSizesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Makes the size a constant in kernels that ask for it: loops and conditions that depend on it are
/// then the same for a whole group. For kernels with their functions inlined.
class FoldSubGroupSizePass : public llvm::PassInfoMixin<FoldSubGroupSizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
