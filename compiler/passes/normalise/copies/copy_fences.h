// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes the fences of asynchronous copies where no other thread can observe their order.
//
// Copies out of local memory that bypass the cache are not ordered with other stores. A work-item
// that has waited for a copy may signal to other groups that the data are there, so the kernel
// library ends each copy with a fence. A signal needs an atomic operation, a fence or a volatile
// store. In a program without any of these, the pass removes the copies' fences (their last operand
// becomes 0), and the group driver executes one fence at the end of its range of groups.
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class CopyFencesPass : public llvm::PassInfoMixin<CopyFencesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Whether the instruction is a copy whose fence the driver executes.
bool isUnfencedCopy(const llvm::CallBase &call);

} // namespace weft::compiler
