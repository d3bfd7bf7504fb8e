// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays out private arrays for lanes.
//
// An array that qualifies (interleaved_array.h) becomes one array for the gang, in which the copies
// of an element for all lanes are adjacent: element j of a lane is at (j * VF + lane) elements. The
// lane and the VF are calls that the widener replaces; in scalar code they are 0 and 1, which gives
// the usual layout.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class PrivateArraysPass : public RequiredPass<PrivateArraysPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
