// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the branches inside of an irreducible cycle an edge of their own to each of its entries.
//
// The fault: FixIrreduciblePass redirects the edges to the header alone, but where such a branch
// goes to another entry too, it takes the value for that edge out of the entry's phis as well. The
// value is lost. tests/passes/target/llvm_bugs/fix_irreducible_fault.ll shows it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Runs directly before FixIrreduciblePass.
class SeparateEntriesPass : public llvm::PassInfoMixin<SeparateEntriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
