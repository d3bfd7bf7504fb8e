// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/sub_group_vectors.h"

#include "compiler/passes/support/collective_arithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// For each lane, the lane that `of` returns.
template <class Of> SmallVector<int> laneList(unsigned lanes, Of of) {
  SmallVector<int> list;
  for (unsigned lane = 0; lane != lanes; ++lane)
    list.push_back(static_cast<int>(of(lane)));
  return list;
}

} // namespace

Value *SubGroupVectors::resultOf(const SubGroupFunction &function, Value *vector,
                                 Value *clusterSize) {
  Value *own = participants(vector, function);
  switch (function.action) {
  case SubGroupAction::Reduce:
    return reduced(own, function);
  case SubGroupAction::ScanInclusive:
    return scanned(own, function);
  case SubGroupAction::ScanExclusive:
    return exclusive(scanned(own, function), function);
  default:
    assert(function.action == SubGroupAction::Clustered && clusterSize);
    return clustered(own, clusterSize, function);
  }
}

Value *SubGroupVectors::both(const SubGroupFunction &function, Value *left, Value *right) {
  return combine(builder, function.op, function.numbers, left, right);
}

// The values of active lanes.
Value *SubGroupVectors::participants(Value *vector, const SubGroupFunction &function) {
  if (!active)
    return vector;
  Constant *neutral = neutralOf(function.op, function.numbers, vector->getType());
  return builder.CreateSelect(active, vector, neutral);
}

Value *SubGroupVectors::reduced(Value *vector, const SubGroupFunction &function) {
  for (unsigned half = lanes / 2; half != 0; half /= 2) {
    Value *low =
        builder.CreateShuffleVector(vector, laneList(half, [](unsigned lane) { return lane; }));
    Value *high = builder.CreateShuffleVector(
        vector, laneList(half, [half](unsigned lane) { return lane + half; }));
    vector = both(function, low, high);
  }
  return vector;
}

// Shuffles across 128-bit blocks are slow, and fast within one or as moves of whole registers. So
// each lane first combines its predecessors in its block. Then it adds the totals of preceding
// blocks: four blocks by independent shuffles, and twice as many in each further step.
Value *SubGroupVectors::scanned(Value *vector, const SubGroupFunction &function) {
  const unsigned block = std::clamp(128 / vector->getType()->getScalarSizeInBits(), 1U, lanes);
  for (unsigned step = 1; step < block; step *= 2)
    vector = both(function, earlier(vector, step, block, function), vector);
  const unsigned blocks = lanes / block;
  if (blocks == 1)
    return vector;
  Value *totals = builder.CreateShuffleVector(
      vector, laneList(lanes, [&](unsigned lane) { return lane | (block - 1); }));
  const auto blocksBefore = [&](Value *sums, unsigned count) {
    return earlier(sums, count * block, lanes, function);
  };
  Value *before = blocksBefore(totals, 1);
  for (unsigned count = 2; count <= 4 && count < blocks; ++count)
    before = both(function, blocksBefore(totals, count), before);
  for (unsigned count = 4; count < blocks; count *= 2)
    before = both(function, blocksBefore(before, count), before);
  return both(function, before, vector);
}

// For each lane, the one `distance` lanes before it in its block of lanes; the neutral element if
// there is none.
Value *SubGroupVectors::earlier(Value *vector, unsigned distance, unsigned block,
                                const SubGroupFunction &function) {
  Constant *neutral = neutralOf(function.op, function.numbers, vector->getType());
  return builder.CreateShuffleVector(neutral, vector, laneList(lanes, [&](unsigned lane) {
                                       return lane % block < distance ? lane
                                                                      : lanes + lane - distance;
                                     }));
}

// The exclusive results from inclusive ones; the identity for the first active lane.
Value *SubGroupVectors::exclusive(Value *sums, const SubGroupFunction &function) {
  Constant *identity = identityOf(function.op, function.numbers, sums->getType());
  Value *before = builder.CreateShuffleVector(identity, sums, laneList(lanes, [&](unsigned lane) {
                                                return lane == 0 ? 0 : lanes + lane - 1;
                                              }));
  if (!active || function.numbers != NumberClass::Float)
    return before;
  const unsigned word = std::max(lanes, 32u);
  Value *bits = builder.CreateZExt(builder.CreateBitCast(active, builder.getIntNTy(lanes)),
                                   builder.getIntNTy(word));
  Value *first = builder.CreateBinaryIntrinsic(Intrinsic::cttz, bits, builder.getFalse());
  first = builder.CreateTrunc(first, builder.getInt32Ty());
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane != lanes; ++lane)
    numbers.push_back(builder.getInt32(lane));
  Value *isLater =
      builder.CreateICmpUGT(ConstantVector::get(numbers), builder.CreateVectorSplat(lanes, first));
  return builder.CreateSelect(isLater, before, identity);
}

// All lanes of a cluster have the same sum, as the operators are commutative.
Value *SubGroupVectors::clustered(Value *vector, Value *size, const SubGroupFunction &function) {
  const auto *known = dyn_cast<ConstantInt>(size);
  for (unsigned step = 1; step != lanes; step *= 2) {
    if (known && known->getValue().ule(step))
      break;
    Value *other = builder.CreateShuffleVector(
        vector, laneList(lanes, [step](unsigned lane) { return lane ^ step; }));
    Value *sum = both(function, vector, other);
    vector = known ? sum
                   : builder.CreateSelect(builder.CreateICmpULT(builder.getInt32(step), size), sum,
                                          vector);
  }
  return vector;
}

} // namespace weft::compiler
