// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes in 16 bits if that suffices, so that a vector holds twice as many lanes.
//
// OpenCL C promotes chars and shorts to int before it computes. The pass tracks them through 32-bit
// integer operations and computes the interval of each result. If the interval fits in 16 bits,
// signed or unsigned, the operation becomes a 16-bit one on the low halves of its operands. Sums,
// products, logic and selects have the same low halves. Right shifts, absolute values, minima,
// maxima and comparisons stay correct if all operands are known to fit, all signed or all unsigned.
// Other uses of a result get an extension. No-op if these extensions would outweigh the gain.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// The function runs one work-item. Replaced instructions remain, without uses.
class NarrowIntegersPass : public RequiredPass<NarrowIntegersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
