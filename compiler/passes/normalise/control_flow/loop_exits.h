// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps what work-items do before they leave a loop inside of the loop.
//
//   for (;;) { …; if (condition) { total = sub_group_reduce_add(x); break; } … }
//
// The work-items that leave in one round add their values together. But the block of the break
// never comes back to the loop, so for LLVM it lies behind the loop, where the work-items of all
// rounds meet. And where a flag that a block sets ends the loop, LLVM makes such a block of it. So
// exits that work-items take in different rounds become conditional: they go to the loop's header
// unless __weft_sub_group_leaves_loop() is true, which no pass knows to be always so before the
// widener. Uniform exits stay as they are, and so do loops without operations of sub-groups.
//
// weft-break-blocks does that for the blocks of breaks, before anything is inlined: in Clang's
// code, which lies in the order of the source, they are those between a loop's blocks that are not
// part of the loop, and where variables of the body end at the break, a switch leaves the loop.
// weft-loop-exits does it for the exits of the loops themselves, when variables are values, before
// branches are simplified.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class BreakBlocksPass : public llvm::PassInfoMixin<BreakBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

class LoopExitsPass : public llvm::PassInfoMixin<LoopExitsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
