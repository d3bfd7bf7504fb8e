// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits and joins records by transposing blocks of 128 bits: four words, and on CPUs that cannot
// pick any elements of two registers 4 to 16 shorts or bytes.
//
// Lanes that read neighbouring float4 values extract every fourth element of a wide vector, once
// for each component. Lanes that write such values interleave four vectors. LLVM creates each
// component by itself, with permutations across the whole register, of which the CPU does one a
// cycle. Instead, the pass uses vectors whose 128-bit blocks each hold one record: vector k of n
// holds record k of the n records of each block. Unpack instructions, which stay within blocks,
// transpose each block in log2(n) steps (transposition.h); loads and stores of 16 bytes move the
// records without a shuffle. The result is all components.
//
// Where a block has room for several records, such as pixels of four bytes, a shuffle within blocks
// makes tuples of them: the first components of all, the second ones and so on. From there on a
// tuple is a component. Where a record fills two blocks, each is transposed by itself.
//
// Where the CPU permutes pairs of registers by words, the pass does this for records of words alone
// that each come from a load of their own: those have to be put together in any case. The others
// are InterleaveStagesPass's.
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
