// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes atomic operations on local memory plain ones.
//
// One thread runs all work-items of a group, one after another or as lanes that execute atomic
// operations in lane order. So nothing comes between the read and the write of an operation. Runs
// on work-group functions: before that, the atomic operations keep the vectoriser from reordering
// them.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class LocalAtomicsPass : public RequiredPass<LocalAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
