// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles that exchange the rows and columns of vectors. Masks are those for which x86 has single
// instructions: within blocks of 128 bits, or of whole blocks.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Of four vectors of blocks of four elements: element `column` of each block, those of one block
/// together. Instruction selection shares the steps that two columns have in common.
llvm::Value *columnOfBlocks(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> rows,
                            unsigned column);

/// The columns of as many vectors as each has elements: 4, 8 or 16.
llvm::SmallVector<llvm::Value *> transposed(llvm::IRBuilder<> &builder,
                                            llvm::ArrayRef<llvm::Value *> rows);

} // namespace weft::compiler
