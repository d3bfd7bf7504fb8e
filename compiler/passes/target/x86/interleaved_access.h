// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits and joins records of four 32-bit components by transposing blocks.
//
// Lanes that read neighbouring float4 values extract every fourth element of a wide vector, once
// for each component. Lanes that write such values interleave four vectors. A CPU whose shuffles
// take any elements of two registers does both well. For other CPUs LLVM creates each component by
// itself, with permutations across the whole register, of which the CPU does one a cycle. Instead,
// the pass uses four vectors whose 128-bit blocks each hold one record: vector k holds record k of
// the four records of each block. Two steps of four unpack instructions, which stay within blocks,
// transpose each block; loads and stores of 16 bytes move the records without a shuffle. The result
// is all four components.
//
// Where the CPU permutes pairs of registers, the pass does this for records alone that each come
// from a load of their own: those have to be put together in any case.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InterleavedAccessPass : public llvm::PassInfoMixin<InterleavedAccessPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
