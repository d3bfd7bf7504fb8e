// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks functions in which LLVM's loop passes would take too long.
//
// The count of a loop's iterations depends on the conditions before it. The first pass that asks
// walks up through the whole function, and passes that change loops make others ask again; hoisting
// likewise walks through memory accesses. So their time is the number of loops times the number of
// instructions, which is half a minute for 20,000 lines with 1,000 loops. Functions over
// limits::loopWork go without these passes (skipsManyLoops).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Sets or removes manyLoopsAttribute.
class ManyLoopsPass : public llvm::PassInfoMixin<ManyLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
