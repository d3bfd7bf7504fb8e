// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides the size of each kernel's sub-groups, and finds the kernels that use them (sub_groups.h).
//
// The size is what the kernel requires (intel_reqd_sub_group_size), and otherwise the number of
// 32-bit values in a vector of the target. If a loop is bound by the latency of sub-group
// operations (sub_group_recurrences.h), it is that of two or four vectors, but at most the size of
// the work-groups that the kernel requires. It is known when the build returns, as hosts query it.
// A kernel uses sub-groups if it calls one of their primitives, directly or indirectly, or requires
// a size.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class SubGroupSizesPass : public RequiredPass<SubGroupSizesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Makes the size a constant in kernels that query it: loops and conditions that depend on it are
/// then uniform for a whole group. For kernels with their functions inlined.
class FoldSubGroupSizePass : public RequiredPass<FoldSubGroupSizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
