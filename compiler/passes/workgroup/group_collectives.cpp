// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The collectives' loops over the work-items of a group, in the order of linear local ids where it
// matters (see work_group_function.h).
#include "compiler/passes/workgroup/group_driver.h"

#include "compiler/passes/support/collective_arithmetic.h"

#include "llvm/ADT/Sequence.h"

namespace weft::compiler {

using namespace llvm;

// The ids of the work-item with a linear local id.
GroupDriver::Triple GroupDriver::idOfLinear(Value *number) {
  if (flat)
    return {number, builder.getInt64(0), builder.getInt64(0)};
  Triple id{};
  for (unsigned ofRange = 0; ofRange != 2; ++ofRange) {
    const unsigned dimension = inLaneOrder(ofRange, lanes);
    id[dimension] = builder.CreateURem(number, localSize[dimension]);
    number = builder.CreateUDiv(number, localSize[dimension]);
  }
  id[inLaneOrder(2, lanes)] = number;
  return id;
}

// Copies one work-item's operand to all: it is in the context array at the place of its linear
// local id.
void GroupDriver::emitBroadcast(unsigned split) {
  const SplitOperand &operand = plan.operands[split][0];
  Type *type = plan.graph.splits()[split].call->getArgOperand(0)->getType();
  Value *source = builder.CreateZExtOrTrunc(loadOperand(split, 1), builder.getInt64Ty(), "source");
  const Item item = itemAt(idOfLinear(source));
  Value *value = builder.CreateAlignedLoad(
      type, emitSlotAddress(builder, operand.slot, item.contextBlock, item.contextLane),
      operand.slot.alignment, "broadcast");
  storeResult(split, value);
}

// The order of integers does not matter, so gangs of work-items go into the lanes of one vector,
// and these into one number at the end.
Value *GroupDriver::emitIntegerReduction(const Collective &collective, const ContextSlot &slot,
                                         Type *type) {
  constexpr unsigned vectorBits = 512;
  const unsigned vf = vectorBits / type->getIntegerBitWidth();
  auto *vector = FixedVectorType::get(type, vf);
  Constant *identity = identityOf(collective.op, collective.numbers, vector);
  IRBuilder<> entry(&result->getEntryBlock(), result->getEntryBlock().begin());
  AllocaInst *sums = entry.CreateAlloca(vector, nullptr, "collective");
  builder.CreateStore(identity, sums);
  const auto combined = [&](Value *left, Value *right) {
    return combine(builder, collective.op, collective.numbers, left, right);
  };
  const auto load = [&](Type *what, const Item &first) {
    Value *at = emitSlotAddress(builder, slot, first.contextBlock, first.contextLane);
    return builder.CreateAlignedLoad(what, at, slot.alignment);
  };
  const auto add = [&](Value *values) {
    builder.CreateStore(combined(builder.CreateLoad(vector, sums), values), sums);
  };
  const auto addGang = [&](const Item &first, Value *rest, bool) {
    Value *values = load(vector, first);
    if (!rest)
      return add(values);
    Value *count = builder.CreateVectorSplat(vf, builder.CreateTrunc(rest, type));
    Value *isItem = builder.CreateICmpULT(builder.CreateStepVector(vector), count);
    add(builder.CreateSelect(isItem, values, identity));
  };
  const auto addItem = [&](const Item &item) {
    add(builder.CreateInsertElement(identity, load(type, item), std::uint64_t{0}));
  };
  const Gangs gangs{vf, 0, /*areAllPredicated=*/false, addGang, nullptr, nullptr, nullptr};
  emitItemLoops(/*needsContext=*/true, addItem, &gangs, /*usesXRange=*/false);
  Value *all = builder.CreateLoad(vector, sums);
  for (unsigned half = vf / 2; half != 0; half /= 2) {
    const auto lower = llvm::to_vector(seq<int>(0, half)),
               upper = llvm::to_vector(seq<int>(half, 2 * half));
    all =
        combined(builder.CreateShuffleVector(all, lower), builder.CreateShuffleVector(all, upper));
  }
  return builder.CreateExtractElement(all, std::uint64_t{0});
}

void GroupDriver::emitCollective(unsigned split) {
  const CallInst *call = plan.graph.splits()[split].call;
  const auto collective = parseCollective(call->getCalledFunction()->getName());
  if (!collective)
    return;
  if (collective->operation == CollectiveOperation::Broadcast) {
    emitBroadcast(split);
    return;
  }
  const SplitOperand &operand = plan.operands[split][0];
  Type *type = call->getType();
  if (collective->operation == CollectiveOperation::Reduce && type->isIntegerTy() &&
      !plan.needsFinishedFlags)
    return storeResult(split, emitIntegerReduction(*collective, operand.slot, type));
  const LiveValue *live = plan.liveness.find(call);
  IRBuilder<> entry(&result->getEntryBlock(), result->getEntryBlock().begin());
  AllocaInst *sum = entry.CreateAlloca(type, nullptr, "collective");
  builder.CreateStore(identityOf(collective->op, collective->numbers, type), sum);
  emitItemsInLinearOrder([&](const Item &item) {
    Value *value = builder.CreateAlignedLoad(
        type, emitSlotAddress(builder, operand.slot, item.contextBlock, item.contextLane),
        operand.slot.alignment);
    Value *before = builder.CreateLoad(type, sum);
    Value *after = combine(builder, collective->op, collective->numbers, before, value);
    builder.CreateStore(after, sum);
    if (collective->operation == CollectiveOperation::Reduce || !live)
      return;
    const bool isExclusive = collective->operation == CollectiveOperation::ScanExclusive;
    builder.CreateAlignedStore(
        isExclusive ? before : after,
        emitSlotAddress(builder, live->slot, item.contextBlock, item.contextLane),
        live->slot.alignment);
  });
  if (collective->operation == CollectiveOperation::Reduce)
    storeResult(split, builder.CreateLoad(type, sum));
}

} // namespace weft::compiler
