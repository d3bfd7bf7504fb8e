// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes loop phis of vectors apart whose components are computed one by one.
//
// A state such as `uint4 s` of a cipher goes round in a loop: each round takes its components out
// and puts it together from new ones. A phi of the vector costs a chain of insertions and
// extractions in each round, which the next round waits for. So such a phi becomes one for each
// component. The conditions: in the loop only components of it are used, and what comes from the
// loop's end is put together from components. Behind the loop the vector is made again.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class VectorPhisPass : public llvm::PassInfoMixin<VectorPhisPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
