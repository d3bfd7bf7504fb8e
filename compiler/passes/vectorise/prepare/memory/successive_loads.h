// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops in which each lane loads one element after the other.
//
//   for (k = 0; k < n; ++k) sum += a[get_global_id(0) * n + k];
//
// The lanes of such a load lie far apart, so each round would gather them one by one. Four rounds
// of one lane are neighbours. The pass unrolls the loop by four, or by eight for elements of one or
// two bytes. Then neighbouring loads become one (adjacent_accesses.h), and the widener transposes
// what all lanes have loaded. Rounds that are left over run one by one.
//
// The loop is one block that writes no memory, and all lanes leave it together. Its rounds must
// need their order, as sums of rounded numbers do, or read all that lies between one lane and the
// next. Otherwise LLVM vectorises the loop of each single work-item, which is better where lanes
// lie apart. The pass computes the addresses as a start and a counter that is the same in all
// lanes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h). The loops are rotated and simple.
class SuccessiveLoadsPass : public llvm::PassInfoMixin<SuccessiveLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
