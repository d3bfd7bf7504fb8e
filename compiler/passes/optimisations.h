// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's optimisations of work-group functions.
//
// Most of what LLVM's own pipelines do has been done when regions became vector code, or has no
// use in kernels. So this is what is left of O3, each pass as seldom as the code allows:
// - bodies become SSA form, constants flow into functions, and calls are inlined from the leaves
// up;
// - each function is simplified after what it calls, with two rounds of loop passes: hoisting and
//   unswitching, then induction variables and full unrolling;
// - what only scalar code needs (LLVM's vectorisers), unrolling, and one last clean-up.
//
// The loops over groups and x ranges that GroupDriver makes (loop_marks.h) hold all code of the
// kernel. Loop passes that could only copy it, or find nothing, skip them (skipsDriverLoops).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// The pipeline. `vectorises`: LLVM's vectorisers may run work-items, or rounds of loops, together.
llvm::ModulePassManager buildOptimisations(bool vectorises);

/// The same for a program that is built for debuggers (support/debug/debugged.h): optimises all
/// functions but those that are debugged, and inlines small ones in these.
llvm::ModulePassManager buildOptimisationsForDebuggers();

/// Whether the pass of this name (its class's) skips loops with driverLoopMark.
bool skipsDriverLoops(llvm::StringRef pass);

/// Whether the pass of this name skips functions with allLanesAttribute, in which it would only
/// find the driver's own few operations.
bool skipsVectorCode(llvm::StringRef pass);

/// Whether the pass of this name skips functions with manyLoopsAttribute, and their loops: its time
/// is the product of the function's loops and instructions.
bool skipsManyLoops(llvm::StringRef pass);

} // namespace weft::compiler
