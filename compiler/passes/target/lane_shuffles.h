// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers the calls with which the widener permutes the lanes of a gang (builtin_traits.h) to
// shuffles.
//
//   %c = call { <8 x float>, … } @__weft_deinterleave_4_8float(<32 x float> %records)
//   %x = extractvalue { <8 x float>, … } %c, 0
//
// Until then the calls preserve the intent. LLVM's optimisations would move operations ahead of
// shuffles, where they compute all components instead of one, and split sequences that code
// generation then does not recognise.
//
// - Permutations by lane indices known only at run time: permutations.h.
// - Deinterleaving of records into components, and interleaving: record_shuffles.h. For what the
//   architecture has nothing, and for a single component, each is one shuffle of all records, which
//   LLVM lowers. LLVM's sequences for memory accesses of records are for address space 0 alone; all
//   address spaces of kernels are the same memory, so such records are accessed there.
//
// Runs after all optimisation.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class LaneShufflesPass : public RequiredPass<LaneShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
