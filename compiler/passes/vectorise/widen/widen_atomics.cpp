// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of RegionWidener for atomic updates.
//
// All lanes that update one address do so in lane order, with nothing between them: that is as if
// one update did it all. Where the result is not used, it is one of the lanes' operands combined;
// where it is used and the operation adds, each lane's result is the old value and what the lanes
// before it add. Everything else goes lane by lane.
#include "compiler/passes/vectorise/widen/widen_atomics.h"

#include "compiler/passes/vectorise/widen/region_widener.h"

#include "llvm/Analysis/VectorUtils.h"

#include <numeric>

namespace weft::compiler {

using namespace llvm;

namespace {

// The operand that changes nothing, or null if there is none.
Constant *neutralOperand(AtomicRMWInst::BinOp operation, Type *type) {
  const unsigned width = type->getScalarSizeInBits();
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::UMax:
    return Constant::getNullValue(type);
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return Constant::getAllOnesValue(type);
  case AtomicRMWInst::Max:
    return ConstantInt::get(type, APInt::getSignedMinValue(width));
  case AtomicRMWInst::Min:
    return ConstantInt::get(type, APInt::getSignedMaxValue(width));
  default:
    return nullptr;
  }
}

Value *reduce(IRBuilder<> &builder, AtomicRMWInst::BinOp operation, Value *values) {
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return builder.CreateAddReduce(values);
  case AtomicRMWInst::Or:
    return builder.CreateOrReduce(values);
  case AtomicRMWInst::Xor:
    return builder.CreateXorReduce(values);
  case AtomicRMWInst::And:
    return builder.CreateAndReduce(values);
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::Max:
    return builder.CreateIntMaxReduce(values, operation == AtomicRMWInst::Max);
  default:
    return builder.CreateIntMinReduce(values, operation == AtomicRMWInst::Min);
  }
}

bool addsOrSubtracts(const AtomicRMWInst &update) {
  return update.getOperation() == AtomicRMWInst::Add || update.getOperation() == AtomicRMWInst::Sub;
}

} // namespace

bool isCombinedOverLanes(const AtomicRMWInst &update) {
  return update.getType()->isIntegerTy() &&
         neutralOperand(update.getOperation(), update.getType()) &&
         (addsOrSubtracts(update) || update.use_empty());
}

// For each lane, how many lanes before it are active.
Value *RegionWidener::ranks() {
  if (!mask)
    return stepVector(builder.getInt32Ty(), 1);
  Value *bits = activeBits();
  SmallVector<Constant *> before;
  for (unsigned lane = 0; lane != lanes; ++lane)
    before.push_back(ConstantInt::get(bits->getType(), (std::uint64_t{1} << lane) - 1));
  return builder.CreateUnaryIntrinsic(
      Intrinsic::ctpop,
      builder.CreateAnd(builder.CreateVectorSplat(lanes, bits), ConstantVector::get(before)));
}

// For each lane, the sum of the values up to and with it.
Value *RegionWidener::prefixSums(Value *values) {
  Value *zeros = Constant::getNullValue(values->getType());
  for (unsigned distance = 1; distance < lanes; distance *= 2) {
    SmallVector<int> picks(lanes);
    std::iota(picks.begin(), picks.end(), static_cast<int>(lanes - distance));
    values = builder.CreateAdd(values, builder.CreateShuffleVector(zeros, values, picks));
  }
  return values;
}

Value *RegionWidener::widenUpdate(AtomicRMWInst &update) {
  Type *type = update.getType();
  const AtomicRMWInst::BinOp operation = update.getOperation();
  Value *address = update.getPointerOperand();
  Value *operand = update.getValOperand();
  if (!isCombinedOverLanes(update) || !isWidenable(type) || varies(address) ||
      vectors.contains(address))
    return replicate(update, /*onlyActive=*/true);
  const bool isSame = !varies(operand) && !vectors.contains(operand);
  Value *combined = nullptr;
  Value *before = nullptr; ///< what the lanes before each lane add
  if (isSame && addsOrSubtracts(update)) {
    Value *count = builder.getInt32(lanes);
    if (mask)
      count = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, activeBits());
    combined = builder.CreateMul(scalarOf(operand), builder.CreateZExtOrTrunc(count, type));
    if (!update.use_empty())
      before = builder.CreateMul(builder.CreateVectorSplat(lanes, scalarOf(operand)),
                                 builder.CreateZExtOrTrunc(ranks(), wideType(type)));
  } else {
    Value *values = vectorOf(operand);
    if (mask)
      values = builder.CreateSelect(
          mask, values,
          ConstantVector::getSplat(ElementCount::getFixed(lanes), neutralOperand(operation, type)));
    if (update.use_empty()) {
      combined = reduce(builder, operation, values);
    } else {
      Value *sums = prefixSums(values);
      combined = builder.CreateExtractElement(sums, lanes - 1);
      before = builder.CreateSub(sums, values);
    }
  }
  auto *copy = cast<AtomicRMWInst>(update.clone());
  copy->setDebugLoc(DebugLoc());
  copy->setOperand(0, scalarOf(address));
  copy->setOperand(1, combined);
  builder.Insert(copy);
  if (!before)
    return Constant::getNullValue(wideType(type));
  Value *old = builder.CreateVectorSplat(lanes, copy);
  return operation == AtomicRMWInst::Add ? builder.CreateAdd(old, before)
                                         : builder.CreateSub(old, before);
}

} // namespace weft::compiler
