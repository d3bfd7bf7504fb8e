// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops in which each lane loads successive elements.
//
//   for (k = 0; k < n; ++k) sum += a[get_global_id(0) * n + k];
//
// The lanes of such a load are far apart, so each iteration would gather them one by one. Four
// iterations of one lane are adjacent. The pass unrolls the loop by four, or by eight for elements
// of one or two bytes. Then adjacent loads are merged (adjacent_accesses.h), and the widener
// transposes the data of all lanes. Remaining iterations run one by one.
//
// The loop is one block that writes no memory, and all lanes leave it together. Its iterations must
// run in order, as for floating-point sums, or read all bytes between one lane and the next.
// Otherwise LLVM vectorises the loop of each single work-item, which is better if lanes are far
// apart. The pass computes the addresses as a start and a counter that is the same in all lanes.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// With a gang's analyses (gang_analyses.h). The loops are rotated and simple.
class SuccessiveLoadsPass : public RequiredPass<SuccessiveLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
