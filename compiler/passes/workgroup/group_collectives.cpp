// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The collectives' loops over the work-items of a group, in the order of linear local ids (see
// work_group_function.h).
#include "compiler/passes/workgroup/group_driver.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Intrinsics.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// The identity of the operation.
Constant *identityOf(const Collective &collective, Type *type) {
  const unsigned bits = type->getScalarSizeInBits();
  const bool isFloat = collective.numbers == NumberClass::Float;
  switch (collective.op) {
  case CollectiveOperator::Min:
    if (isFloat)
      return ConstantFP::getInfinity(type);
    return ConstantInt::get(type, collective.numbers == NumberClass::Signed
                                      ? APInt::getSignedMaxValue(bits)
                                      : APInt::getMaxValue(bits));
  case CollectiveOperator::Max:
    if (isFloat)
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    return ConstantInt::get(type, collective.numbers == NumberClass::Signed
                                      ? APInt::getSignedMinValue(bits)
                                      : APInt::getMinValue(bits));
  default:
    return Constant::getNullValue(type);
  }
}

Value *combine(IRBuilder<> &builder, const Collective &collective, Value *left, Value *right) {
  const bool isFloat = collective.numbers == NumberClass::Float;
  const bool isSigned = collective.numbers == NumberClass::Signed;
  if (collective.op == CollectiveOperator::Add)
    return isFloat ? builder.CreateFAdd(left, right) : builder.CreateAdd(left, right);
  const bool isMin = collective.op == CollectiveOperator::Min;
  if (isFloat)
    return builder.CreateBinaryIntrinsic(isMin ? Intrinsic::minnum : Intrinsic::maxnum, left,
                                         right);
  const Intrinsic::ID operation = isMin ? (isSigned ? Intrinsic::smin : Intrinsic::umin)
                                        : (isSigned ? Intrinsic::smax : Intrinsic::umax);
  return builder.CreateBinaryIntrinsic(operation, left, right);
}

} // namespace

// Copies one work-item's operand to all: it is in the context array at the place of its linear
// local id.
void GroupDriver::emitBroadcast(unsigned split) {
  const SplitOperand &operand = plan.operands[split][0];
  Type *type = plan.graph.splits()[split].call->getArgOperand(0)->getType();
  Value *rest = builder.CreateZExtOrTrunc(loadOperand(split, 1), builder.getInt64Ty(), "source");
  Triple id{};
  for (unsigned ofRange = 0; ofRange != 2; ++ofRange) {
    const unsigned dimension = inLaneOrder(ofRange, lanes);
    id[dimension] = builder.CreateURem(rest, localSize[dimension]);
    rest = builder.CreateUDiv(rest, localSize[dimension]);
  }
  id[inLaneOrder(2, lanes)] = rest;
  const Item item = itemAt(id);
  Value *value = builder.CreateAlignedLoad(
      type, emitSlotAddress(builder, operand.slot, item.contextBlock, item.contextLane),
      operand.slot.alignment, "broadcast");
  storeResult(split, value);
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
  const LiveValue *live = plan.liveness.find(call);
  IRBuilder<> entry(&result->getEntryBlock(), result->getEntryBlock().begin());
  AllocaInst *sum = entry.CreateAlloca(type, nullptr, "collective");
  builder.CreateStore(identityOf(*collective, type), sum);
  emitItemsInLinearOrder([&](const Item &item) {
    Value *value = builder.CreateAlignedLoad(
        type, emitSlotAddress(builder, operand.slot, item.contextBlock, item.contextLane),
        operand.slot.alignment);
    Value *before = builder.CreateLoad(type, sum);
    Value *after = combine(builder, *collective, before, value);
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
