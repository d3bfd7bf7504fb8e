// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes records of four 32-bit components apart, and puts them together, by transposing blocks.
//
// Lanes that read neighbouring float4 values pick every fourth element out of a wide vector, once
// for each component, and those that write such values interleave four vectors. A CPU whose
// shuffles take any elements of two registers does either well. With others LLVM makes each
// component by itself, from permutations across the whole register, of which a CPU does one in a
// cycle. Here they go through four vectors whose 128-bit blocks hold a record each, record k of the
// block's four in vector k: to transpose each block takes two steps of four unpack instructions,
// which stay within blocks, and loads and stores of 16 bytes bring the records there and away
// without a shuffle. All four components come out of that together.
//
// Runs behind all optimisation. Does nothing where the CPU permutes pairs of registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class InterleavedAccessPass : public llvm::PassInfoMixin<InterleavedAccessPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
