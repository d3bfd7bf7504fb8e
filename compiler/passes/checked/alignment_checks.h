// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports accesses at addresses that are not aligned as their type demands, such as a vector
// through a pointer that was cast.
//
// What is known to be aligned, from the type of a pointer argument and the arithmetic on it, needs
// no check. Others are compared, once for a gang (all_lanes), and lose the promise of their
// alignment: a misaligned access is reported and then done. vload and vstore demand that of an
// element alone.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class AlignmentChecksPass : public RequiredPass<AlignmentChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
