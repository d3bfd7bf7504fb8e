// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces the calls by which the widener permutes the lanes of a gang (builtin_traits.h) by the
// CPU's instructions.
//
//   %c = call { <8 x float>, … } @__weft_deinterleave_4_8float(<32 x float> %records)
//   %x = extractvalue { <8 x float>, … } %c, 0
//
// Until here the calls keep what is meant. LLVM's optimisations would move operations in front of
// shuffles, where they compute all components instead of one, and take sequences apart that code
// generation then does not recognise.
//
// - Permutations by lanes that are known only at run time: permutations.h.
// - Records that are split into components, and joined of them. For two components and more, x86
//   has shuffles within blocks of 128 bits (x86/record_blocks.h), or stages of shuffles of two
//   registers (x86/record_stages.h). Where neither suits, and for a component alone, each is one
//   shuffle of all records, for which LLVM finds instructions. It has sequences for records of
//   three bytes, in the address space 0 alone, though all address spaces of kernels are the same
//   memory: such records are accessed there.
//
// Runs after all optimisation.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class LaneShufflesPass : public llvm::PassInfoMixin<LaneShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
