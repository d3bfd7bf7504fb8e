// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets code generation take records of three bytes apart.
//
//   %v = load <48 x i8>, ptr addrspace(1) %p
//   %r = shufflevector <48 x i8> %v, poison, <16 x i32> <i32 0, i32 3, i32 6 …>
//
// LLVM has a sequence of rotations of 16 bytes for such loads, which takes fewer shuffles than each
// component by itself. It knows it for the address space 0 alone, though all address spaces of
// kernels are the same memory. So the pass makes these loads read from there. A CPU that picks any
// bytes of two registers needs no such sequence.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class ByteRecordsPass : public llvm::PassInfoMixin<ByteRecordsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
