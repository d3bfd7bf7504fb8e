// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps stores of blended vectors whole.
//
// Where a gang may write the bytes of inactive lanes, a store under a mask is a blend of the new
// values with the old ones and a store of the whole vector: the load that follows gets its data
// from the store buffer, and has to wait for the cache behind a masked store. Instruction selection
// would fold load, blend and store into a masked store again, but leaves volatile stores as they
// are. So the pass marks such stores, behind all optimisation: what promotes memory to registers
// has done its work by then.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class SelectStoresPass : public llvm::PassInfoMixin<SelectStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
