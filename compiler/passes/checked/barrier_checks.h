// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports barriers, collectives and asynchronous copies that not all work-items of a group reach,
// or that get operands which must be the same and are not.
//
// A divergent branch decides whether work-items reach such a call if a path from it leads to one
// before all paths meet again. There the group compares its decisions:
//
//   least = work_group_min(decision), greatest = work_group_max(decision)
//   br least == greatest, next, report
//
// Both are the same for the group, and so is the branch. The branch itself remains, and with it
// what the kernel does after a mistake. Operands are compared in the same way before their call.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class BarrierChecksPass : public RequiredPass<BarrierChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
