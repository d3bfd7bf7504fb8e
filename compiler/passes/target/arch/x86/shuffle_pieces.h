// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of the wide vectors that hold the records of a gang.
#pragma once

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// A run of elements of a vector.
struct Piece {
  llvm::Value *vector;
  unsigned start;
};

/// Traces a part of this many elements back through shuffles that only concatenate vectors.
Piece originOf(Piece piece, unsigned count);

/// The part as a separate vector. A part of a simple load is loaded separately.
llvm::Value *extractPiece(llvm::IRBuilder<> &builder, Piece piece, unsigned count);

} // namespace weft::compiler
