// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes what asynchronous copies do not need: barriers directly after group steps, and the fences
// of copies whose order no other thread can observe.
//
// A step is also a barrier: the work-items of the group reach it together, it sees all that they
// wrote before, and all of them see what it wrote. So a barrier is redundant if every path to it
// comes from a step, or from another redundant barrier, with nothing but arithmetic between. If one
// path has no step, or accesses memory after the last step, the barrier stays. Waits for
// asynchronous copies are barriers.
//
// Copies out of local memory that bypass the cache are not ordered with other stores. A work-item
// that has waited for a copy may signal to other groups that the data are there, so the kernel
// library ends each copy with a fence. A signal needs an atomic operation, a fence or a volatile
// store. In a program without any of these, the pass removes the copies' fences (their last operand
// becomes 0), and the group driver executes one fence at the end of its range of groups.
//
// The typical kernels have no asynchronous copies. Without the pass, copies in and out of local
// memory take 1.45 times as long (tests/bench/async).
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

class GroupStepsPass : public RequiredPass<GroupStepsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Whether the instruction is a copy whose fence the driver executes.
bool isUnfencedCopy(const llvm::CallBase &call);

} // namespace weft::compiler
