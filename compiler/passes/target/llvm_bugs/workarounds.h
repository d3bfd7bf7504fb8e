// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps code from the forms that x86 code generation of LLVM 22 does wrong, or never ends with:
// stores of one lane (lane_stores.h), shuffles of bytes (byte_shuffles.h) and selections under a
// mask (masked_selects.h). What makes code slower alone is select_stores.h.
//
// Runs after all optimisation, and in code of the first tier.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class WorkaroundsPass : public RequiredPass<WorkaroundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
