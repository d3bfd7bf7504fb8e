// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes atomic operations on local memory plain ones.
//
// One thread runs all work-items of a group, one after the other or as lanes whose atomic
// operations are made in lane order, so nothing comes between the reading and the writing of one.
// Runs on work-group functions: before, atomic operations tell vectorisation what must not be
// reordered.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LocalAtomicsPass : public llvm::PassInfoMixin<LocalAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
