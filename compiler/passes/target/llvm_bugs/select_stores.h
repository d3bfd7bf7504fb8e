// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps select-stores whole: stores of a blend of new values with old ones.
//
// Where a gang may write the bytes of inactive lanes, a store under a mask is a load, a blend and a
// store of the whole vector. A load that follows gets its data from the store buffer; behind a
// masked store it would wait for the cache. The fault: instruction selection folds load, blend and
// store into a masked store (tests/passes/target/llvm_bugs/select_stores_fault.ll), but it leaves
// volatile stores alone. So the pass marks such stores as
// volatile. Runs after all optimisation, when memory has been promoted to registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class SelectStoresPass : public llvm::PassInfoMixin<SelectStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
