// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits the edges from branches inside an irreducible cycle to each of its entries.
//
// The bug: FixIrreduciblePass redirects only the edges to the header, but if such a branch also
// goes to another entry, it removes the value for that edge from the entry's phis as well. The
// value is lost. tests/passes/target/llvm_bugs/fix_irreducible_fault.ll shows it.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// Runs immediately before FixIrreduciblePass.
class SeparateEntriesPass : public RequiredPass<SeparateEntriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
