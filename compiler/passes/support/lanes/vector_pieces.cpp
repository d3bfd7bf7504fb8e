// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

Value *inPieces(IRBuilder<> &builder, ArrayRef<Value *> operands, unsigned width,
                function_ref<Value *(ArrayRef<Value *>)> operation) {
  const unsigned elements = elementsOf(*operands.front());
  SmallVector<Value *> results;
  for (unsigned begin = 0; begin < elements; begin += width) {
    const unsigned filled = std::min(width, elements - begin);
    SmallVector<Value *, 3> pieces;
    for (Value *operand : operands)
      pieces.push_back(builder.CreateShuffleVector(
          operand, createSequentialMask(begin, filled, width - filled)));
    results.push_back(operation(pieces));
  }
  return builder.CreateShuffleVector(concatenateVectors(builder, results),
                                     createSequentialMask(0, elements, 0));
}

} // namespace weft::compiler
