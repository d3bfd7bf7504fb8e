// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/lanes/record_order.h"

#include "llvm/Analysis/VectorUtils.h"

namespace weft::compiler {

using namespace llvm;

Parts partsInOrder(GangBuilder &gang, Value *flat, unsigned count) {
  Parts parts;
  for (unsigned number = 0; number != count; ++number)
    parts.push_back(gang.CreateShuffleVector(
        flat, createSequentialMask(number * gang.lanes, gang.lanes, /*NumUndefs=*/0)));
  return parts;
}

Value *spreadInOrder(GangBuilder &gang, Value *lanes, RecordPart part) {
  SmallVector<int> picks;
  for (unsigned element = 0; element != gang.lanes; ++element)
    picks.push_back(static_cast<int>((part.number * gang.lanes + element) / part.count));
  return gang.CreateShuffleVector(lanes, picks);
}

Value *tiledInOrder(GangBuilder &gang, ArrayRef<Value *> scalars, RecordPart part) {
  assert(scalars.size() == part.count && "there is one for each component");
  Value *record = PoisonValue::get(FixedVectorType::get(scalars[0]->getType(), part.count));
  for (auto [number, scalar] : enumerate(scalars))
    record = gang.CreateInsertElement(record, scalar, number);
  SmallVector<int> picks;
  for (unsigned element = 0; element != gang.lanes; ++element)
    picks.push_back(static_cast<int>((part.number * gang.lanes + element) % part.count));
  return gang.CreateShuffleVector(record, picks);
}

} // namespace weft::compiler
