// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes single bytes out of registers of 64 bytes by way of words of 64 bits.
//
//   %b = extractelement <64 x i8> %v, i64 63
//
// Where such a byte goes to all elements of a vector, and the CPU permutes bytes across a register
// of 512 bits, LLVM's legalisation has two forms for the shuffle and turns each into the other for
// ever. This happens to the upper eight bytes of each block of 16 but the first. So the pass takes
// the word of 64 bits that holds the byte, and shifts it.
//
// Runs after all optimisation, and in code of the first tier: a splat that comes later would be a
// shuffle of the vector again.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ByteSplatsPass : public llvm::PassInfoMixin<ByteSplatsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
