// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits huge blocks.
//
// LLVM's code generation takes time in the square of the instructions of a block: the combiner of
// machine instructions, the scheduler's dependences on physical registers, the two-address pass and
// the splitting of live ranges all walk a block for each of its instructions. So blocks that are
// far larger than those of ordinary kernels become several, one behind the other. That costs what
// instruction selection could have combined across the new borders: nothing beside what is in
// between.
//
// Runs directly before instruction selection: passes before it would join the blocks again.
#pragma once

#include "compiler/passes/support/limits.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Blocks of at most twice as many instructions as `most` stay whole. True if there were others.
bool splitHugeBlocks(llvm::Function &function, unsigned most = limits::blockSize);

class BlockSplittingPass : public llvm::PassInfoMixin<BlockSplittingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return splitHugeBlocks(function) ? llvm::PreservedAnalyses::none()
                                     : llvm::PreservedAnalyses::all();
  }
};

} // namespace weft::compiler
