// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps vector constants in memory at full vector width.
//
// Without AVX-512, instructions have no broadcast operands. LLVM then creates each such constant by
// a broadcast instruction. If a loop has more constants than there are registers, as polynomials
// do, every iteration executes many broadcasts. A load of the whole vector costs no instruction: it
// is an operand of the instruction that uses it, and the register allocator can rematerialise it.
// So if a loop has many, the pass puts constants of floating-point instructions into variables, and
// the instructions load them. A few stay in registers: loads would compete with those of the data.
//
// Runs after all optimisation, which would see through the variables.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ConstantOperandsPass : public llvm::PassInfoMixin<ConstantOperandsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
