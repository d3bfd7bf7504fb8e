// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The origins of the elements of wide shuffles.
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

/// In the concatenation of both operands, or in the first if the second has no elements.
unsigned elementsOfOperands(const llvm::ShuffleVectorInst &shuffle);

/// The part of the shuffle's operand that contains element `start` of the concatenated operands.
Piece pieceOfOperands(const llvm::ShuffleVectorInst &shuffle, unsigned start);

/// Traces a part of this many elements back through shuffles that only concatenate vectors.
Piece originOf(Piece piece, unsigned count);

/// The part as a separate vector. A part of a simple load is loaded separately.
llvm::Value *extractPiece(llvm::IRBuilder<> &builder, Piece piece, unsigned count);

/// The instruction after the operands of the shuffle, which are in one block; null if they are not,
/// if the first is not an instruction, or if the last is a phi.
llvm::Instruction *behindOperands(const llvm::ShuffleVectorInst &shuffle);

} // namespace weft::compiler
