// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/vector_phis.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

using namespace llvm;

// Incoming values are split at the end of their block, and reassembled after the phis.
static void split(PHINode &phi) {
  auto *type = cast<FixedVectorType>(phi.getType());
  BasicBlock &block = *phi.getParent();
  IRBuilder<> at(&block, block.getFirstInsertionPt());
  at.SetCurrentDebugLocation(phi.getDebugLoc());
  IRBuilder<> before(&phi);
  Value *whole = PoisonValue::get(type);
  for (unsigned number = 0; number != type->getNumElements(); ++number) {
    PHINode *component = before.CreatePHI(type->getElementType(), phi.getNumIncomingValues());
    for (const auto &[value, from] : zip(phi.incoming_values(), phi.blocks())) {
      // A predecessor with two edges to this block gives the same value twice.
      const int known = component->getBasicBlockIndex(from);
      IRBuilder<> end(from->getTerminator());
      component->addIncoming(known >= 0 ? component->getIncomingValue(known)
                                        : end.CreateExtractElement(value, number),
                             from);
    }
    whole = at.CreateInsertElement(whole, component, number);
  }
  phi.replaceAllUsesWith(whole);
  phi.eraseFromParent();
}

void splitVectorPhis(Function &function) {
  SmallVector<PHINode *> vectors;
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      if (isa<FixedVectorType>(phi.getType()))
        vectors.push_back(&phi);
  for (PHINode *phi : vectors)
    split(*phi);
}

} // namespace weft::compiler
