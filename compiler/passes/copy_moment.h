// Decides when asynchronous copies into local memory are done: at the issue or at the wait.
//
// The kernel library issues each as __weft_group_step_issue_copy, which prefetches and leaves the
// copy to the wait. That is faster where work-items compute between the two, and slower where they
// do not (kernel-lib/async/group_steps.cl has the measurements). So a copy is done at its issue
// when its size is known not to suit, or when nothing but other copies and arithmetic lies between
// it and a wait that is for its event; events are followed through selections and maxima. Where no
// copy of a kernel is left to its wait, waits become plain barriers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Module flag: not 0 when every copy is to be done at its issue.
inline constexpr llvm::StringLiteral copyAtIssueFlag = "weft.copy-at-issue";

class CopyMomentPass : public llvm::PassInfoMixin<CopyMomentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
