// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps code that work-items run before they leave a loop inside the loop.
//
//   for (;;) { …; if (condition) { total = sub_group_reduce_add(x); break; } … }
//
// The work-items that leave in one iteration add their values together. But the block of the break
// never returns to the loop, so for LLVM it is after the loop, where the work-items of all
// iterations meet. And if a flag set by a block ends the loop, LLVM turns it into such a block. So
// exits that work-items take in different iterations become conditional: they branch to the loop's
// header unless __weft_sub_group_leaves_loop() is true, which no pass before the widener knows to
// be always so. Uniform exits are unchanged, and so are loops without sub-group operations.
//
// weft-break-blocks does that for the blocks of breaks, before anything is inlined: in Clang's
// code, which is in source order, they are those between a loop's blocks that are not part of the
// loop, and if variables of the body end at the break, a switch leaves the loop. weft-loop-exits
// does it for the exits of the loops themselves, when variables are values, before branches are
// simplified.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class BreakBlocksPass : public RequiredPass<BreakBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

class LoopExitsPass : public RequiredPass<LoopExitsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
