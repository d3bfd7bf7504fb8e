// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/x86/shuffle_pieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

Piece originOf(Piece piece, unsigned count) {
  while (const auto *shuffle = dyn_cast<ShuffleVectorInst>(piece.vector)) {
    const ArrayRef<int> picks = shuffle->getShuffleMask().slice(piece.start, count);
    const unsigned length = elementsOf(*shuffle->getOperand(0));
    if (picks[0] < 0 || picks[0] % length + count > length ||
        !all_of(enumerate(picks), [&](auto pick) {
          return pick.value() == picks[0] + static_cast<int>(pick.index());
        }))
      break;
    piece = {shuffle->getOperand(picks[0] / length), picks[0] % length};
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

} // namespace weft::compiler
