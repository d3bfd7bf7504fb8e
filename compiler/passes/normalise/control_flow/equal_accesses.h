// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges accesses common to all arms of a branch.
//
// `if (isBorder) out[i] = in[i]; else out[i] = f(in, i);` loads and stores the same location in
// both arms. If the branch is divergent, each arm would do so under a mask. The pass moves a load
// at the beginning of all arms before the branch, and replaces a store at the end of all arms by
// one store after them, of a phi. Addresses are equal if the same operations on the same values
// compute them. A load moves across nothing that writes or may not return, a store across nothing
// that reads or writes. Branches that exit loops keep their loads: values loaded by both an
// iteration and the code after the loop would occupy registers throughout.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class EqualAccessesPass : public llvm::PassInfoMixin<EqualAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
