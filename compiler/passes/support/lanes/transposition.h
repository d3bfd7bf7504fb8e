// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles that transpose vectors, in stages of two vectors each.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The elements of the vectors, a power of two of them, interleaved: element 0 of each, element 1
/// of each and so on, in as many vectors. A stage interleaves the lower or the upper halves of two
/// vectors. The same in each block of `blockElements` elements: x86 has single instructions for
/// blocks of 128 bits.
llvm::SmallVector<llvm::Value *> interleaved(llvm::IRBuilder<> &builder,
                                             llvm::ArrayRef<llvm::Value *> vectors,
                                             unsigned blockElements);

/// The inverse, for whole vectors. A stage splits two vectors into their even and odd elements.
llvm::SmallVector<llvm::Value *> deinterleaved(llvm::IRBuilder<> &builder,
                                               llvm::ArrayRef<llvm::Value *> vectors);

/// The columns of as many vectors as each has elements: 4, 8 or 16 of 32 bits. x86 has single
/// instructions for all masks: within blocks of 128 bits, or of whole blocks.
llvm::SmallVector<llvm::Value *> transposed(llvm::IRBuilder<> &builder,
                                            llvm::ArrayRef<llvm::Value *> rows);

} // namespace weft::compiler
