// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes before a branch what all its ways compute alike and a phi joins.
//
// LLVM makes one store of those at the ends of both ways and joins their addresses, as front ends
// of SPIR-V modules have done before. Each way has its own computation of the address, so that the
// phi would look as if neighbours could store anywhere. The pass follows the operands of such a phi
// as long as they are the same instruction of the same operands, and replaces the phi by a copy
// where control is still one.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class EqualArmsPass : public llvm::PassInfoMixin<EqualArmsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
