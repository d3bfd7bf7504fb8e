// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits huge blocks.
//
// LLVM's code generation is quadratic in the size of a block: the machine combiner, the scheduler's
// dependences on physical registers, the two-address pass and live range splitting all walk a block
// for each of its instructions. So blocks far larger than those of ordinary kernels are split into
// consecutive ones. That loses what instruction selection could have combined across the
// boundaries: a negligible part.
//
// Runs immediately before instruction selection: earlier passes would merge the blocks again.
#pragma once

#include "compiler/passes/support/limits.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Blocks of at most twice `most` instructions stay whole. True if there were others.
bool splitHugeBlocks(llvm::Function &function, unsigned most = limits::blockSize);

class BlockSplittingPass : public llvm::PassInfoMixin<BlockSplittingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return splitHugeBlocks(function) ? llvm::PreservedAnalyses::none()
                                     : llvm::PreservedAnalyses::all();
  }
};

} // namespace weft::compiler
