// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps a selection of bits by a constant apart from a selection of lanes.
//
//   %x = and <16 x i32> %a, splat (i32 4)
//   %y = and <16 x i32> %b, splat (i32 -5)
//   %bits = or disjoint <16 x i32> %x, %y
//   %r = select <16 x i1> %mask, <16 x i32> %bits, <16 x i32> %a
//
// AVX-512 has one instruction for this, and LLVM's instruction selection exchanges its operands
// without adapting its table of truth: lanes get other bits. So the pass puts a fence between the
// two selections, which is no instruction. The lanes are selected by another one then.
//
// Runs after all optimisation, and in code of the first tier.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class MaskedBitSelectsPass : public llvm::PassInfoMixin<MaskedBitSelectsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
