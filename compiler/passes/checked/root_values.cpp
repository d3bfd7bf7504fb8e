// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/root_values.h"

namespace weft::compiler {

using namespace llvm;

Value *RootValues::of(Value &pointer) {
  if (Value *known = values.lookup(&pointer))
    return known;
  Value *value = emit(pointer);
  values[&pointer] = value;
  return value;
}

Value *RootValues::emit(Value &pointer) {
  if (auto *phi = dyn_cast<PHINode>(&pointer))
    return ofPhi(*phi);
  if (auto *select = dyn_cast<SelectInst>(&pointer)) {
    Value *yes = of(*select->getTrueValue()), *no = of(*select->getFalseValue());
    return yes == no ? yes : IRBuilder<>(select).CreateSelect(select->getCondition(), yes, no);
  }
  Value *from = derivedFrom(pointer);
  return from ? of(*from) : ofRoot(pointer);
}

Value *RootValues::ofPhi(PHINode &phi) {
  IRBuilder<> builder(&phi);
  PHINode *all = builder.CreatePHI(builder.getInt64Ty(), phi.getNumIncomingValues(), name);
  values[&phi] = all;
  for (auto [value, block] : zip(phi.incoming_values(), phi.blocks()))
    all->addIncoming(of(*value), block);
  // A walk through one object, which remains the same.
  if (Value *same = all->hasConstantValue()) {
    all->replaceAllUsesWith(same);
    for (auto &[pointer, value] : values)
      value = value == all ? same : value;
    all->eraseFromParent();
    return same;
  }
  return all;
}

} // namespace weft::compiler
