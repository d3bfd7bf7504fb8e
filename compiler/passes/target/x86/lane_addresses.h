// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes the numbers of elements from vectors to addresses several at a time.
//
// Where lanes access scattered places one after the other, such as the counters of a histogram, the
// widened code makes a vector of 64-bit addresses and moves each one to a register. For places in
// one array, whose numbers have 32 bits, the pass moves two neighbouring numbers with one
// instruction and takes them apart in registers: half of the moves, and no vectors of addresses.
// Numbers of 8 or 16 bits that come from memory are loaded as words of 64 bits instead of vectors.
//
// Runs after all optimisation, which would extract each number by itself again.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LaneAddressesPass : public llvm::PassInfoMixin<LaneAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
