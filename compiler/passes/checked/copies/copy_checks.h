// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares what asynchronous copies read and write with the objects of their pointers.
//
// The group makes a copy as one step (kernel-lib/async/group_steps.cl), which no work-item may
// skip. So a copy that would leave an object has no bytes instead, and the first work-item of the
// group reports it:
//
//   inside = offset + length <= size, of both sides
//   br !inside & is the first work-item, report, next
//   next: group step(…, inside ? bytes : 0, …)
//
// The length of a copy with strides counts from its first byte to its last.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class CopyChecksPass : public RequiredPass<CopyChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
