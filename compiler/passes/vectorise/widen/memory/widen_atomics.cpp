// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/memory/widen_atomics.h"

#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/vectorise/widen/memory/neighbour_atomics.h"
#include "device/base/address_spaces.h"

#include "llvm/Analysis/VectorUtils.h"

#include <numeric>

namespace weft::compiler {

using namespace llvm;

namespace {

// The neutral operand, or null if there is none.
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

Value *reduce(GangBuilder &gang, AtomicRMWInst::BinOp operation, Value *values) {
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return gang.CreateAddReduce(values);
  case AtomicRMWInst::Or:
    return gang.CreateOrReduce(values);
  case AtomicRMWInst::Xor:
    return gang.CreateXorReduce(values);
  case AtomicRMWInst::And:
    return gang.CreateAndReduce(values);
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::Max:
    return gang.CreateIntMaxReduce(values, operation == AtomicRMWInst::Max);
  default:
    return gang.CreateIntMinReduce(values, operation == AtomicRMWInst::Min);
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

// For each lane, the number of earlier active lanes.
Value *AtomicWidener::ranks() {
  if (!gang.mask)
    return gang.stepVector(gang.getInt32Ty(), 1);
  Value *bits = gang.activeBits();
  SmallVector<Constant *> before;
  for (unsigned lane = 0; lane != gang.lanes; ++lane)
    before.push_back(ConstantInt::get(bits->getType(), (std::uint64_t{1} << lane) - 1));
  return gang.CreateUnaryIntrinsic(
      Intrinsic::ctpop,
      gang.CreateAnd(gang.CreateVectorSplat(gang.lanes, bits), ConstantVector::get(before)));
}

// For each lane, the inclusive prefix sum of the vector's elements.
Value *AtomicWidener::prefixSums(Value *vector) {
  Value *zeros = Constant::getNullValue(vector->getType());
  for (unsigned distance = 1; distance < gang.lanes; distance *= 2) {
    SmallVector<int> picks(gang.lanes);
    std::iota(picks.begin(), picks.end(), static_cast<int>(gang.lanes - distance));
    vector = gang.CreateAdd(vector, gang.CreateShuffleVector(zeros, vector, picks));
  }
  return vector;
}

// All lanes add or subtract one number.
AtomicWidener::Operands AtomicWidener::combineEqual(AtomicRMWInst &update) {
  Type *type = update.getType();
  Value *operand = values.scalarOf(update.getValOperand());
  Value *count = gang.getInt32(gang.lanes);
  if (gang.mask)
    count = gang.CreateUnaryIntrinsic(Intrinsic::ctpop, gang.activeBits());
  Operands result;
  result.combined = gang.CreateMul(operand, gang.CreateZExtOrTrunc(count, type));
  if (!update.use_empty()) {
    Value *operands = gang.CreateVectorSplat(gang.lanes, operand);
    result.before = gang.CreateMul(operands, gang.CreateZExtOrTrunc(ranks(), gang.wideType(type)));
  }
  return result;
}

// The operands of the lanes; those of inactive ones are neutral.
Value *AtomicWidener::activeOperands(AtomicRMWInst &update) {
  Value *all = values.vectorOf(update.getValOperand());
  if (!gang.mask)
    return all;
  return gang.CreateSelect(
      gang.mask, all,
      ConstantVector::getSplat(ElementCount::getFixed(gang.lanes),
                               neutralOperand(update.getOperation(), update.getType())));
}

// The first lane's word if all words are neighbours that are best updated several at a time;
// otherwise null.
Value *AtomicWidener::firstOfNeighbours(AtomicRMWInst &update) {
  if (!isCombinedOverLanes(update) || !costs.exchangesSixteenBytes() ||
      !canShareBlocks(update, gang.lanes))
    return nullptr;
  const auto stride = strides.exactlyOf(update.getPointerOperand());
  const std::int64_t bytes = update.getType()->getIntegerBitWidth() / 8;
  return stride && stride->step == bytes ? stride->base : nullptr;
}

AtomicWidener::Operands AtomicWidener::combine(AtomicRMWInst &update) {
  Value *operand = update.getValOperand();
  if (values.isUniform(*operand) && addsOrSubtracts(update))
    return combineEqual(update);
  Value *all = activeOperands(update);
  if (update.use_empty())
    return {reduce(gang, update.getOperation(), all), nullptr};
  assert(addsOrSubtracts(update) && "results of other operations are not combined");
  Value *sums = prefixSums(all);
  return {gang.CreateExtractElement(sums, gang.lanes - 1), gang.CreateSub(sums, all)};
}

Value *AtomicWidener::widen(AtomicRMWInst &update) {
  if (Value *first = firstOfNeighbours(update)) {
    updateNeighbours(gang, update, first, activeOperands(update),
                     neutralOperand(update.getOperation(), update.getType()));
    return Constant::getNullValue(gang.wideType(update.getType()));
  }
  Value *address = update.getPointerOperand();
  if (!isCombinedOverLanes(update) || !isVectorElement(*update.getType()) ||
      !values.isUniform(*address))
    return replicator.replicate(update, /*onlyActive=*/true);
  const auto [combined, before] = combine(update);
  auto *copy = cast<AtomicRMWInst>(update.clone());
  copy->setDebugLoc(DebugLoc());
  copy->setOperand(0, values.scalarOf(address));
  copy->setOperand(1, combined);
  gang.Insert(copy);
  if (!before)
    return Constant::getNullValue(gang.wideType(update.getType()));
  Value *old = gang.CreateVectorSplat(gang.lanes, copy);
  return update.getOperation() == AtomicRMWInst::Add ? gang.CreateAdd(old, before)
                                                     : gang.CreateSub(old, before);
}

} // namespace weft::compiler
