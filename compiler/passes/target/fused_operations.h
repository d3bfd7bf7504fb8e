// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes a * b + c, rounded once, where the CPU has no instruction for it.
//
// LLVM would call the C library for each lane. Here the operation becomes vector code with the same
// results. Of floats, the product is exact in double, and their sum is rounded to odd: if it is not
// exact, to that neighbour whose last bit is set. So many bits more than a float has tell the last
// rounding all that it must know. Of doubles, products are split into a rounded one and its error,
// and so are sums; with product = u + v, c + v = t + w and u + t = s + e, the result is s plus the
// sum of e and w rounded to odd (Boldo and Melquiond, 2008). That holds where nothing overflows or
// becomes subnormal on the way; for other operands, which are rare, one branch for all lanes leads
// to the C library after all.
//
// Runs behind all optimisation, so that constants are folded and vectors are made of the operation
// itself. Does nothing where the CPU has the instruction.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class FusedOperationsPass : public llvm::PassInfoMixin<FusedOperationsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
