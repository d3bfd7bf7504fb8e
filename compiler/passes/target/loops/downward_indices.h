// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets strength reduction see indices that go down while a loop goes up.
//
// Where all bits of x are among those of a constant C, LLVM's optimisations write C - x as x ^ C:
// mirrored gangs, of which a loop runs several an iteration, have the indices -1 - x, -17 - x and
// so on, with a multiple of 128 for x. Neither scalar evolution nor the modes of addresses know
// that. Each such access would compute its address anew. So the pass writes the index of an address
// in a loop as the subtraction again, and one pointer goes down for all of them. Runs after all
// optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class DownwardIndicesPass : public llvm::PassInfoMixin<DownwardIndicesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
