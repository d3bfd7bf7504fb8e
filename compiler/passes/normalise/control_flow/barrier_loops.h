// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops with barriers that have a constant number of rounds, in kernels for one local size.
//
//   for (uint distance = 1; distance < 256; distance <<= 1) {
//     float value = tile[from][l];
//     if (l >= distance) value += tile[from][l - distance];
//     tile[1 - from][l] = value;
//     from = 1 - from;
//     barrier(CLK_LOCAL_MEM_FENCE);
//   }
//
// Each round becomes regions of its own, in which distances and parts of local memory are
// constants, and so is the number of gangs. LLVM then unrolls the loops over them and keeps in
// registers what one round leaves in local memory for the next. Without a known local size little
// would be won: such kernels only get an attribute, by which a launch knows that code for its local
// size would be worth it (WEFT_KERNEL_HAS_STRAIGHT_BARRIERS). So do those with barriers outside of
// loops.
//
// Only innermost loops with few barriers and instructions are unrolled, for each barrier makes a
// region with versions of its own.
#pragma once

#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// On a kernel and its work-group function: its regions, or some of them, are straight code in code
/// for one local size.
inline constexpr llvm::StringLiteral straightBarriersAttribute = "weft-straight-barriers";

/// For functions in SSA form.
class BarrierLoopsPass : public llvm::PassInfoMixin<BarrierLoopsPass> {
public:
  /// `stages`: whether each kernel has VectorStage::BarrierLoops.
  explicit BarrierLoopsPass(VectorStages stages) : stages(stages) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorStages stages;
};

} // namespace weft::compiler
