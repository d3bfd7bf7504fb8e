// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preserves select-stores: stores of a blend of new values with old ones.
//
// If a gang may write the bytes of inactive lanes, a masked store is a load, a blend and a store of
// the whole vector. A following load is forwarded from the store buffer; after a masked store it
// would wait for the cache. The bug: instruction selection folds load, blend and store into a
// masked store (tests/passes/target/llvm_bugs/select_stores_fault.ll), but it leaves volatile
// stores alone. So the pass marks such stores as volatile. Runs after all optimisation, when memory
// has been promoted to registers.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class SelectStoresPass : public RequiredPass<SelectStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
