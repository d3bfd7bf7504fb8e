// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps vector constants in memory as wide as the instructions that use them.
//
// A CPU without AVX-512 has no operand that is one number for all lanes, and LLVM makes each such
// constant by an instruction of its own, which repeats the number. Where a loop has more of them
// than there are registers, as polynomials do, it runs many of these in every iteration. A load of
// the whole vector costs no instruction, for it is part of the one that uses it, and register
// allocation knows how to make it so where a register is wanted for something else. So the pass
// puts the constants of floating-point instructions into variables and has the instructions load
// them.
//
// Runs behind all optimisation, which would see the constants in the variables.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ConstantOperandsPass : public llvm::PassInfoMixin<ConstantOperandsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
