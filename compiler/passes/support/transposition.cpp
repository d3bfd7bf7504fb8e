// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/transposition.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned blockElements = 4;

// Every other block of two vectors, from a block on.
Value *everyOtherBlock(IRBuilder<> &builder, Value *low, Value *high, unsigned from) {
  const unsigned blocks = 2 * elementsOf(*low) / blockElements;
  SmallVector<int> picks;
  for (unsigned block = from; block < blocks; block += 2)
    for (unsigned element = 0; element != blockElements; ++element)
      picks.push_back(static_cast<int>(block * blockElements + element));
  return builder.CreateShuffleVector(low, high, picks);
}

// Block `j` of all vectors, for each `j`: of one, two or four vectors of as many blocks.
SmallVector<Value *> transposedBlocks(IRBuilder<> &builder, ArrayRef<Value *> vectors) {
  if (vectors.size() == 1)
    return {vectors[0]};
  SmallVector<Value *> result(vectors.size());
  for (unsigned from = 0; from != 2; ++from) {
    SmallVector<Value *> halves;
    for (unsigned pair = 0; pair != vectors.size(); pair += 2)
      halves.push_back(everyOtherBlock(builder, vectors[pair], vectors[pair + 1], from));
    for (auto [number, vector] : enumerate(transposedBlocks(builder, halves)))
      result[2 * number + from] = vector;
  }
  return result;
}

} // namespace

Value *columnOfBlocks(IRBuilder<> &builder, ArrayRef<Value *> rows, unsigned column) {
  const int width = static_cast<int>(elementsOf(*rows[0]));
  const int half = static_cast<int>(column / 2), odd = static_cast<int>(column % 2);
  SmallVector<int> elements, pairs;
  for (int block = 0; block != width; block += blockElements) {
    const int from = block + 2 * half, pair = block + 2 * odd;
    elements.append({from, width + from, from + 1, width + from + 1});
    pairs.append({pair, pair + 1, width + pair, width + pair + 1});
  }
  Value *first = builder.CreateShuffleVector(rows[0], rows[1], elements);
  Value *second = builder.CreateShuffleVector(rows[2], rows[3], elements);
  return builder.CreateShuffleVector(first, second, pairs);
}

SmallVector<Value *> transposed(IRBuilder<> &builder, ArrayRef<Value *> rows) {
  SmallVector<Value *> columns(rows.size());
  for (unsigned column = 0; column != blockElements; ++column) {
    SmallVector<Value *> parts;
    for (unsigned row = 0; row != rows.size(); row += blockElements)
      parts.push_back(columnOfBlocks(builder, rows.slice(row, blockElements), column));
    for (auto [block, vector] : enumerate(transposedBlocks(builder, parts)))
      columns[block * blockElements + column] = vector;
  }
  return columns;
}

} // namespace weft::compiler
