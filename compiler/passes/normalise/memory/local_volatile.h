// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes `volatile` from accesses to local memory.
//
// Only the work-items of a group see its local memory, and they run one after the other, or as
// lanes of a gang, from one barrier to the next. So nobody is there whom the order or the number of
// an access between barriers could matter to: what other work-items write comes behind a barrier,
// and no access moves over that. Lanes would do each volatile access one by one. Atomic accesses
// stay.
//
// Accesses stay volatile, too, where a work-item compares what it has stored with what it reads
// back. Programs find out in this way who of several work-items has written a place last, and the
// others try again. Lanes of a gang do that together, so each must read what is there.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LocalVolatilePass : public llvm::PassInfoMixin<LocalVolatilePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
