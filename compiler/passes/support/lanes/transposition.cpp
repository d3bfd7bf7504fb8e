// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/transposition.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

namespace weft::compiler {

using namespace llvm;

using Vectors = SmallVector<Value *>;

namespace {

/// Of 32 bits each, in 128 bits.
constexpr unsigned fourElements = 4;

// The lower or upper halves of each block of two vectors, interleaved.
Value *interleavedHalves(IRBuilder<> &builder, Value *even, Value *odd, unsigned blockElements,
                         bool upper) {
  const unsigned width = elementsOf(*even), half = blockElements / 2;
  SmallVector<int> picks;
  for (unsigned block = upper ? half : 0; block < width; block += blockElements)
    for (unsigned element = block; element != block + half; ++element) {
      picks.push_back(static_cast<int>(element));
      picks.push_back(static_cast<int>(width + element));
    }
  return builder.CreateShuffleVector(even, odd, picks);
}

// Every other block of two concatenated vectors, from the first or the second on.
Value *everyOtherBlock(IRBuilder<> &builder, Value *low, Value *high, unsigned blockElements,
                       unsigned from) {
  const unsigned elements = 2 * elementsOf(*low);
  SmallVector<int> picks;
  for (unsigned block = from * blockElements; block < elements; block += 2 * blockElements)
    for (unsigned element = block; element != block + blockElements; ++element)
      picks.push_back(static_cast<int>(element));
  return builder.CreateShuffleVector(low, high, picks);
}

// Of n concatenated vectors, n vectors: number j has the blocks j, j + n, j + 2 n and so on.
Vectors partBlocks(IRBuilder<> &builder, ArrayRef<Value *> vectors, unsigned blockElements) {
  if (vectors.size() == 1)
    return {vectors[0]};
  Vectors result(vectors.size());
  for (unsigned from = 0; from != 2; ++from) {
    Vectors half;
    for (unsigned pair = 0; pair != vectors.size(); pair += 2)
      half.push_back(
          everyOtherBlock(builder, vectors[pair], vectors[pair + 1], blockElements, from));
    for (auto [number, vector] : enumerate(partBlocks(builder, half, blockElements)))
      result[2 * number + from] = vector;
  }
  return result;
}

} // namespace

Vectors interleaved(IRBuilder<> &builder, ArrayRef<Value *> vectors, unsigned blockElements) {
  if (vectors.size() == 1)
    return {vectors[0]};
  Vectors even, odd, result;
  for (auto [number, vector] : enumerate(vectors))
    (number % 2 == 0 ? even : odd).push_back(vector);
  even = interleaved(builder, even, blockElements);
  odd = interleaved(builder, odd, blockElements);
  for (auto [first, second] : zip(even, odd))
    for (const bool upper : {false, true})
      result.push_back(interleavedHalves(builder, first, second, blockElements, upper));
  return result;
}

Vectors deinterleaved(IRBuilder<> &builder, ArrayRef<Value *> vectors) {
  return partBlocks(builder, vectors, 1);
}

Vectors transposed(IRBuilder<> &builder, ArrayRef<Value *> rows) {
  SmallVector<Vectors> parts(fourElements);
  for (unsigned row = 0; row != rows.size(); row += fourElements)
    for (auto [part, column] :
         zip(parts, interleaved(builder, rows.slice(row, fourElements), fourElements)))
      part.push_back(column);
  Vectors columns(rows.size());
  for (unsigned column = 0; column != fourElements; ++column)
    for (auto [block, vector] : enumerate(partBlocks(builder, parts[column], fourElements)))
      columns[block * fourElements + column] = vector;
  return columns;
}

} // namespace weft::compiler
