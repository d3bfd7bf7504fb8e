// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes accesses that all arms of a branch make alike once, outside of them.
//
// `if (isBorder) out[i] = in[i]; else out[i] = f(in, i);` loads and stores the same place in both
// arms. Where work-items part at such a branch, each arm would do so under a mask. The pass moves a
// load at the beginning of all arms before the branch, and replaces a store at the end of all arms
// by one store behind them, of a phi. Addresses are the same if the same operations on the same
// values give them. A load moves over nothing that writes or may not return, a store over nothing
// that reads or writes. Branches that leave loops keep their loads: what both a round and the code
// behind the loop load would take registers all the way.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class EqualAccessesPass : public llvm::PassInfoMixin<EqualAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
