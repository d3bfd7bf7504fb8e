// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the elements of wide shuffles come from.
#pragma once

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// A run of elements of a vector.
struct Piece {
  llvm::Value *vector;
  unsigned start;
};

/// Of both operands in sequence, or of the first where the second has none.
unsigned elementsOfOperands(const llvm::ShuffleVectorInst &shuffle);

/// The piece of the shuffle's operand that holds element `start` of both operands in sequence.
Piece pieceOfOperands(const llvm::ShuffleVectorInst &shuffle, unsigned start);

/// Follows a piece of so many elements back through shuffles that only concatenate vectors.
Piece originOf(Piece piece, unsigned count);

/// The piece as a vector of its own. A piece of a simple load is loaded by itself.
llvm::Value *extractPiece(llvm::IRBuilder<> &builder, Piece piece, unsigned count);

/// The instruction behind the operands of the shuffle, which are in one block; null where they are
/// not, where the first is no instruction, or where the last is a phi.
llvm::Instruction *behindOperands(const llvm::ShuffleVectorInst &shuffle);

} // namespace weft::compiler
