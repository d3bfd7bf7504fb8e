// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/x86/shuffle_pieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"

namespace weft::compiler {

using namespace llvm;

unsigned elementsOfOperands(const ShuffleVectorInst &shuffle) {
  return elementsOf(*shuffle.getOperand(0)) * (isa<UndefValue>(shuffle.getOperand(1)) ? 1 : 2);
}

Piece pieceOfOperands(const ShuffleVectorInst &shuffle, unsigned start) {
  const unsigned length = elementsOf(*shuffle.getOperand(0));
  return {shuffle.getOperand(start / length), start % length};
}

Piece originOf(Piece piece, unsigned count) {
  while (const auto *shuffle = dyn_cast<ShuffleVectorInst>(piece.vector)) {
    const ArrayRef<int> picks = shuffle->getShuffleMask().slice(piece.start, count);
    const unsigned length = elementsOf(*shuffle->getOperand(0));
    if (picks[0] < 0 || picks[0] % length + count > length ||
        !all_of(enumerate(picks), [&](auto pick) {
          return pick.value() == picks[0] + static_cast<int>(pick.index());
        }))
      break;
    piece = pieceOfOperands(*shuffle, picks[0]);
  }
  return piece;
}

Value *extractPiece(IRBuilder<> &builder, Piece piece, unsigned count) {
  piece = originOf(piece, count);
  if (elementsOf(*piece.vector) == count)
    return piece.vector;
  auto *load = dyn_cast<LoadInst>(piece.vector);
  if (!load || !load->isSimple())
    return builder.CreateShuffleVector(piece.vector, createSequentialMask(piece.start, count, 0));
  // Loads at the original position, as memory may have changed since.
  IRBuilder<> loader(load);
  Type *element = load->getType()->getScalarType();
  const std::uint64_t offset = piece.start * element->getScalarSizeInBits() / 8;
  LoadInst *part =
      loader.CreateAlignedLoad(FixedVectorType::get(element, count),
                               offsetAddress(loader, load->getPointerOperand(), offset),
                               commonAlignment(load->getAlign(), offset));
  part->copyMetadata(*load);
  return part;
}

Instruction *behindOperands(const ShuffleVectorInst &shuffle) {
  auto *last = dyn_cast<Instruction>(shuffle.getOperand(0));
  if (!last)
    return nullptr;
  if (auto *second = dyn_cast<Instruction>(shuffle.getOperand(1))) {
    if (second->getParent() != last->getParent())
      return nullptr;
    last = last->comesBefore(second) ? second : last;
  }
  return isa<PHINode>(last) ? nullptr : last->getNextNode();
}

} // namespace weft::compiler
