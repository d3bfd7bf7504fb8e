// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Versions the code behind divisions of ids for gangs that lie in one row.
//
//   row = i / n; column = i % n; ... a[row * n + column] ...
//
// Neighbouring lanes have neighbouring values of i, so most gangs have one quotient and
// neighbouring remainders. The pass divides what lane 0 has, once for the gang, and tests that the
// row has room for all lanes. Then a copy of what the division dominates runs, in which the
// quotient is uniform, and the remainder is that of lane 0 plus the lane's number: addresses that
// are made of them need no conditions of their own. Otherwise the code itself runs. Lanes are known
// to lie in several rows there, so its divisions are marked, and have no strides
// (stride_wraps.cpp).
//
// Other divisions of the same i in the same block, as by width * height, join in the test.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// For region functions. With a gang's analyses (gang_analyses.h).
class DivisionVersionsPass : public llvm::PassInfoMixin<DivisionVersionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
