// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds asynchronous copies whose event nobody waits for, without running the kernel.
//
// The event is followed through variables and through copies that join it, in the function that
// issues the copy and before it is inlined. Whatever else takes it, such as wait_group_events or
// the function's caller, may wait. Remarks of the kind "async" tell of the copies that are left.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class UnwaitedCopiesPass : public llvm::PassInfoMixin<UnwaitedCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
