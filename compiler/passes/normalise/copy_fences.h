// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spares asynchronous copies their fences where nobody could tell.
//
// Copies out of local memory that go around the cache are not ordered with other stores. A
// work-item that has waited for one may tell others, beyond its group, that the data are there, so
// the kernel library ends each with a fence. But it takes an atomic operation, a fence or a
// volatile store to tell. In a program without any, the copies drop theirs (their last operand
// becomes 0), and the group driver ends its range of groups with one.
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class CopyFencesPass : public llvm::PassInfoMixin<CopyFencesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Whether the instruction is a copy that left its fence to the driver.
bool isUnfencedCopy(const llvm::CallBase &call);

} // namespace weft::compiler
