// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/lane_stores.h"

#include "compiler/passes/support/lanes/vector_pieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

#define DEBUG_TYPE "weft-workarounds"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(lanesStored, "Masked stores of one lane");

// The lane of a constant mask with one active lane. Undefined lanes need not be active.
static std::optional<unsigned> onlyLane(const Value &mask) {
  const auto *constant = dyn_cast<Constant>(&mask);
  const auto *type = dyn_cast<FixedVectorType>(mask.getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> active;
  for (unsigned lane = 0; lane != type->getNumElements(); ++lane) {
    const Constant *bit = constant->getAggregateElement(lane);
    if (!bit || (active && bit->isOneValue()))
      return std::nullopt;
    if (bit->isOneValue())
      active = lane;
    else if (!bit->isNullValue() && !isa<UndefValue>(bit))
      return std::nullopt;
  }
  return active;
}

static bool storeLane(IntrinsicInst &store) {
  Value *vector = store.getArgOperand(0), *address = store.getArgOperand(1);
  const auto lane = onlyLane(*store.getArgOperand(2));
  Type *element = vector->getType()->getScalarType();
  const DataLayout &layout = store.getDataLayout();
  if (!lane || layout.getTypeSizeInBits(element) != layout.getTypeAllocSizeInBits(element))
    return false;
  IRBuilder<> builder(&store);
  const std::uint64_t offset = *lane * layout.getTypeAllocSize(element).getFixedValue();
  Value *single = builder.CreateExtractElement(vector, *lane);
  Value *place = offsetAddress(builder, address, static_cast<std::int64_t>(offset));
  builder
      .CreateAlignedStore(single, place,
                          commonAlignment(store.getParamAlign(1).valueOrOne(), offset))
      ->setAAMetadata(store.getAAMetadata());
  store.eraseFromParent();
  return true;
}

bool storeLanes(Function &function) {
  unsigned stored = 0;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == Intrinsic::masked_store)
      stored += storeLane(*call);
  lanesStored += stored;
  return stored != 0;
}

} // namespace weft::compiler
