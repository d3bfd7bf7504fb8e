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

// Deals the work-items to the lanes of a vector, and combines the lanes in the end. Integers go to
// any lane. Sums and products of numbers that are rounded must not depend on the number of lanes or
// on their dimension, so each goes to the lane of its linear local id, as a remainder.
class GroupDriver::DealtReduction {
public:
  DealtReduction(GroupDriver &driver, const Collective &collective, const ContextSlot &slot,
                 Type *type)
      : driver(driver), builder(driver.builder), collective(collective), slot(slot), type(type),
        vf(vectorBits / type->getScalarSizeInBits()), vector(FixedVectorType::get(type, vf)),
        sums(allocate(vector, "dealt")) {}

  Value *emit() {
    builder.CreateStore(identityOf(collective.op, collective.numbers, vector), sums);
    const auto addGang = [&](const GangCall &call, const Item &first) {
      emitGang(first, call.left);
    };
    const auto addItem = [&](const Item &item) { emitItem(item, sums, builder.getInt64(0)); };
    GangPlan ofLanes;
    ofLanes.add(SegmentKind::Interior, vf);
    ofLanes.add(SegmentKind::Remainder, vf);
    const Gangs gangs{ofLanes, addGang};
    const auto addGangs = [&] {
      driver.emitItemLoops(/*needsContext=*/true, addItem, &gangs, /*usesXRange=*/false);
    };
    if (type->isIntegerTy())
      addGangs();
    else
      builder.createIf(emitAreGangsDealt(), "dealt", addGangs, [&] { emitOneByOne(); });
    return emitSumOfLanes();
  }

private:
  static constexpr unsigned vectorBits = 512;

  AllocaInst *allocate(Type *what, const Twine &name) {
    BasicBlock &entry = driver.result->getEntryBlock();
    return IRBuilder<>(&entry, entry.begin()).CreateAlloca(what, nullptr, name);
  }
  Value *combined(Value *left, Value *right) {
    return combine(builder, collective.op, collective.numbers, left, right);
  }
  Value *load(Type *what, const Item &first) {
    Value *at = emitSlotAddress(builder, slot, first.contextBlock, first.contextLane);
    return builder.CreateAlignedLoad(what, at, slot.alignment);
  }

  void emitGang(const Item &first, Value *remainder) {
    Value *before = builder.CreateLoad(vector, sums);
    Value *after = combined(before, load(vector, first));
    if (remainder) {
      Value *lanes = builder.CreateStepVector(FixedVectorType::get(builder.getInt32Ty(), vf));
      Value *isItem = builder.CreateICmpULT(
          lanes,
          builder.CreateVectorSplat(vf, builder.CreateTrunc(remainder, builder.getInt32Ty())));
      after = builder.CreateSelect(isItem, after, before);
    }
    builder.CreateStore(after, sums);
  }

  void emitItem(const Item &item, Value *lanes, Value *lane) {
    Value *at = builder.CreateInBoundsGEP(type, lanes, lane);
    Value *before = builder.CreateLoad(type, at);
    builder.CreateStore(combined(before, load(type, item)), at);
  }

  // Whether gangs of neighbouring work-items begin with lane 0.
  Value *emitAreGangsDealt() {
    if (driver.flat || driver.compact)
      return builder.getTrue();
    if (driver.lanes != 0 || driver.linear)
      return builder.getFalse();
    Value *ranges = builder.CreateNUWMul(driver.localSize[1], driver.localSize[2]);
    Value *remainder = builder.CreateAnd(driver.localSize[0], builder.getInt64(vf - 1));
    Value *isOneRange = builder.CreateICmpEQ(ranges, builder.getInt64(1));
    return builder.CreateOr(isOneRange, builder.CreateICmpEQ(remainder, builder.getInt64(0)));
  }

  void emitOneByOne() {
    AllocaInst *each = allocate(vector, "dealt.each"), *number = allocate(builder.getInt64Ty(), "");
    builder.CreateStore(builder.CreateLoad(vector, sums), each);
    builder.CreateStore(builder.getInt64(0), number);
    driver.emitItemsInLinearOrder([&](const Item &item) {
      Value *linearId = builder.CreateLoad(builder.getInt64Ty(), number);
      emitItem(item, each, builder.CreateAnd(linearId, builder.getInt64(vf - 1)));
      builder.CreateStore(builder.CreateAdd(linearId, builder.getInt64(1)), number);
    });
    builder.CreateStore(builder.CreateLoad(vector, each), sums);
  }

  Value *emitSumOfLanes() {
    Value *all = builder.CreateLoad(vector, sums);
    for (unsigned half = vf / 2; half != 0; half /= 2) {
      const auto lower = llvm::to_vector(seq<int>(0, half)),
                 upper = llvm::to_vector(seq<int>(half, 2 * half));
      Value *low = builder.CreateShuffleVector(all, lower);
      all = combined(low, builder.CreateShuffleVector(all, upper));
    }
    return builder.CreateExtractElement(all, std::uint64_t{0});
  }

  GroupDriver &driver;
  LoopBuilder &builder;
  const Collective &collective;
  const ContextSlot &slot;
  Type *type;
  const unsigned vf;
  FixedVectorType *vector;
  AllocaInst *sums;
};

// Least and greatest numbers are not dealt: of zeros with two signs it would change which is found.
bool GroupDriver::isDealt(const Collective &collective, const Type &type) const {
  if (collective.operation != CollectiveOperation::Reduce || plan.needsFinishedFlags)
    return false;
  const bool isRounded =
      collective.op == CollectiveOperator::Add || collective.op == CollectiveOperator::Mul;
  return type.isIntegerTy() || (isRounded && (type.isFloatTy() || type.isDoubleTy()));
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
  if (isDealt(*collective, *type))
    return storeResult(split, DealtReduction(*this, *collective, operand.slot, type).emit());
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
