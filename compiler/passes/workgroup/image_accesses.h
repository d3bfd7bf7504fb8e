// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the accesses to texels that the vectoriser has left, one for each work-item, calls of the
// image's routines for one work-item.
//
// Coordinates and texel go through two arrays in the entry block, the same ones for all accesses of
// a function. Runs on work-group functions: before, an access is one call whose operands tell all.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class ImageAccessesPass : public RequiredPass<ImageAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
