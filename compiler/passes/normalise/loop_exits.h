// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps what work-items do before they leave a loop inside of the loop.
//
//   for (;;) { …; if (condition) { total = sub_group_reduce_add(x); break; } … }
//
// The work-items that leave in one round add their values together. But the block of the break
// never comes back to the loop, so for LLVM it lies behind the loop, where the work-items of all
// rounds meet. This pass therefore makes such exits conditional: the block goes to the loop's
// header unless
// __weft_sub_group_leaves_loop() is true, which no pass knows to be always so before the widener.
//
// In Clang's code, which lies in the order of the source, such blocks are those between a loop's
// blocks that are not part of the loop. Where variables of the body end at the break, the exit is a
// switch instead. Exits by the loop's own condition stay as they are, and so do loops without
// operations of sub-groups. Runs before anything is inlined or optimised.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LoopExitsPass : public llvm::PassInfoMixin<LoopExitsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
