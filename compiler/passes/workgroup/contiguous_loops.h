// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps short loops over neighbouring elements whole until LLVM has vectorised them.
//
//   for (k = 0; k < 16; ++k) out[i * 16 + k] = scale * in[i * 16 + k];
//
// The work-items of such a kernel lie far apart, so single work-items with vectors along the loop
// may be faster than lanes. LLVM unrolls the loop early, as it is short. Then nothing vectorises
// it: buffers may overlap, and only a loop gets a version for the case that they do not. So loops
// that need such a test and lend themselves to vectors are not unrolled at first. What is not
// vectorised may be unrolled later.
//
// Of the typical kernels it changes dequantise_q4, which takes 2.7 times as long without it (3.3
// times as x86-64-v3).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Before LLVM unrolls short loops. For loops in simple form.
class KeepContiguousLoopsPass : public llvm::PassInfoMixin<KeepContiguousLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// After LLVM has vectorised loops.
class ReleaseContiguousLoopsPass : public llvm::PassInfoMixin<ReleaseContiguousLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
