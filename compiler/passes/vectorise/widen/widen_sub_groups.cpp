// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/widen_sub_groups.h"

#include "compiler/passes/support/collective_arithmetic.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(subGroupOperations, "Operations of sub-groups");

namespace {

// For each lane, the lane that `of` returns.
template <class Of> SmallVector<int> laneList(unsigned lanes, Of of) {
  SmallVector<int> list;
  for (unsigned lane = 0; lane != lanes; ++lane)
    list.push_back(static_cast<int>(of(lane)));
  return list;
}

// The lanes of a constant index vector; nothing for other vectors.
std::optional<SmallVector<int>> constantLanes(const Value &vector, unsigned lanes) {
  const auto *constant = dyn_cast<Constant>(&vector);
  if (!constant)
    return std::nullopt;
  SmallVector<int> list;
  for (unsigned lane = 0; lane != lanes; ++lane) {
    const auto *element = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!element)
      return std::nullopt;
    list.push_back(static_cast<int>(element->getZExtValue() & (lanes - 1)));
  }
  return list;
}

} // namespace

bool SubGroupWidener::widen(Instruction &instruction) {
  const auto function = findSubGroupFunction(instruction);
  if (!function)
    return false;
  auto &call = cast<CallInst>(instruction);
  assert(isPowerOf2_32(gang.lanes) && "so are the sizes of sub-groups");
  ++subGroupOperations;
  const auto first = [&] { return values.vectorOf(call.getArgOperand(0)); };
  Value *result = nullptr;
  switch (function->action) {
  case SubGroupAction::MaxSize:
    result = gang.getInt32(gang.lanes);
    break;
  case SubGroupAction::Id:
    result = subGroupId();
    break;
  case SubGroupAction::Lane:
    strides.emitFor(call);
    result = gang.stepVector(call.getType(), 1);
    break;
  case SubGroupAction::Barrier:
    gang.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
    return true;
  case SubGroupAction::LeavesLoop:
    result = gang.getTrue();
    break;
  case SubGroupAction::Ballot:
    result = ballot(first());
    break;
  case SubGroupAction::Shuffle:
    result = shuffle(call);
    break;
  case SubGroupAction::Reduce:
    result = reduced(participants(first(), *function), *function);
    break;
  case SubGroupAction::ScanInclusive:
    result = scanned(participants(first(), *function), *function);
    break;
  case SubGroupAction::ScanExclusive:
    result = exclusive(scanned(participants(first(), *function), *function), *function);
    break;
  case SubGroupAction::Clustered:
    result = clustered(call, *function);
    break;
  }
  if (gang.hasFailed())
    return true;
  if (values.isUniform(call))
    values.setScalar(call, result->getType()->isVectorTy()
                               ? gang.CreateExtractElement(result, std::uint64_t{0})
                               : result);
  else
    values.setVector(call, result);
  return true;
}

// The number of the first lane's work-item, over the size. In rows, no sub-group spans two; in
// linear order the other ids are 0.
Value *SubGroupWidener::subGroupId() {
  std::array<Value *, RegionParameters::Count> parameters{};
  for (Argument &argument : gang.result->args())
    if (const auto index = regionParameter(argument); index && *index < parameters.size())
      parameters[*index] = &argument;
  const auto id = [&](unsigned dimension) {
    return parameters[RegionParameters::LocalId + dimension];
  };
  const auto size = [&](unsigned dimension) {
    return parameters[RegionParameters::LocalSize + dimension];
  };
  Value *rows = gang.CreateNUWAdd(gang.CreateNUWMul(id(2), size(1)), id(1));
  Value *number = gang.CreateNUWAdd(gang.CreateNUWMul(rows, size(0)), id(0));
  return gang.CreateTrunc(gang.CreateLShr(number, Log2_32(gang.lanes)), gang.getInt32Ty());
}

Value *SubGroupWidener::ballot(Value *predicates) {
  Value *votes = gang.CreateIsNotNull(predicates);
  votes = gang.andMasks(gang.mask, votes);
  return gang.CreateZExt(gang.CreateBitCast(votes, gang.getIntNTy(gang.lanes)), gang.getInt64Ty());
}

Value *SubGroupWidener::shuffle(CallInst &call) {
  Value *vector = values.vectorOf(call.getArgOperand(0));
  Value *lanes = values.vectorOf(call.getArgOperand(1));
  if (gang.hasFailed())
    return nullptr;
  if (const auto known = constantLanes(*lanes, gang.lanes))
    return gang.CreateShuffleVector(vector, *known);
  if (values.isUniform(*call.getArgOperand(1))) {
    Value *lane = gang.CreateAnd(values.scalarOf(call.getArgOperand(1)), gang.lanes - 1);
    return gang.CreateVectorSplat(gang.lanes, gang.CreateExtractElement(vector, lane));
  }
  lanes = gang.CreateAnd(lanes, ConstantInt::get(lanes->getType(), gang.lanes - 1));
  return gang.CreateCall(
      permutation(*gang.result->getParent(), *cast<FixedVectorType>(vector->getType())),
      {vector, lanes});
}

Value *SubGroupWidener::both(const SubGroupFunction &function, Value *left, Value *right) {
  return combine(gang, function.op, function.numbers, left, right);
}

// The values of active lanes.
Value *SubGroupWidener::participants(Value *vector, const SubGroupFunction &function) {
  if (!gang.mask)
    return vector;
  Constant *neutral = neutralOf(function.op, function.numbers, vector->getType());
  return gang.CreateSelect(gang.mask, vector, neutral);
}

Value *SubGroupWidener::reduced(Value *vector, const SubGroupFunction &function) {
  for (unsigned half = gang.lanes / 2; half != 0; half /= 2) {
    Value *low =
        gang.CreateShuffleVector(vector, laneList(half, [](unsigned lane) { return lane; }));
    Value *high = gang.CreateShuffleVector(
        vector, laneList(half, [half](unsigned lane) { return lane + half; }));
    vector = both(function, low, high);
  }
  return vector;
}

// Shuffles across 128-bit blocks are slow, and fast within one or as moves of whole registers. So
// each lane first combines its predecessors in its block. Then it adds the totals of preceding
// blocks: four blocks by independent shuffles, and twice as many in each further step.
Value *SubGroupWidener::scanned(Value *vector, const SubGroupFunction &function) {
  const unsigned block = std::clamp(128 / vector->getType()->getScalarSizeInBits(), 1U, gang.lanes);
  for (unsigned step = 1; step < block; step *= 2)
    vector = both(function, earlier(vector, step, block, function), vector);
  const unsigned blocks = gang.lanes / block;
  if (blocks == 1)
    return vector;
  Value *totals = gang.CreateShuffleVector(
      vector, laneList(gang.lanes, [&](unsigned lane) { return lane | (block - 1); }));
  const auto blocksBefore = [&](Value *sums, unsigned count) {
    return earlier(sums, count * block, gang.lanes, function);
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
Value *SubGroupWidener::earlier(Value *vector, unsigned distance, unsigned block,
                                const SubGroupFunction &function) {
  Constant *neutral = neutralOf(function.op, function.numbers, vector->getType());
  return gang.CreateShuffleVector(neutral, vector, laneList(gang.lanes, [&](unsigned lane) {
                                    return lane % block < distance ? lane
                                                                   : gang.lanes + lane - distance;
                                  }));
}

// The exclusive results from inclusive ones; the identity for the first active lane.
Value *SubGroupWidener::exclusive(Value *sums, const SubGroupFunction &function) {
  Constant *identity = identityOf(function.op, function.numbers, sums->getType());
  Value *before = gang.CreateShuffleVector(identity, sums, laneList(gang.lanes, [&](unsigned lane) {
                                             return lane == 0 ? 0 : gang.lanes + lane - 1;
                                           }));
  if (!gang.mask || function.numbers != NumberClass::Float)
    return before;
  Value *first = gang.CreateBinaryIntrinsic(Intrinsic::cttz, gang.activeBits(), gang.getFalse());
  first = gang.CreateTrunc(first, gang.getInt32Ty());
  Value *isLater = gang.CreateICmpUGT(gang.stepVector(gang.getInt32Ty(), 1),
                                      gang.CreateVectorSplat(gang.lanes, first));
  return gang.CreateSelect(isLater, before, identity);
}

// All lanes of a cluster have the same sum, as the operators are commutative.
Value *SubGroupWidener::clustered(CallInst &call, const SubGroupFunction &function) {
  Value *vector = values.vectorOf(call.getArgOperand(0));
  if (!values.isUniform(*call.getArgOperand(1)))
    gang.fail("the size of clusters varies", &call);
  if (gang.hasFailed())
    return nullptr;
  Value *size = values.scalarOf(call.getArgOperand(1));
  const auto *known = dyn_cast<ConstantInt>(size);
  vector = participants(vector, function);
  for (unsigned step = 1; step != gang.lanes; step *= 2) {
    if (known && known->getValue().ule(step))
      break;
    Value *other = gang.CreateShuffleVector(
        vector, laneList(gang.lanes, [step](unsigned lane) { return lane ^ step; }));
    Value *sum = both(function, vector, other);
    vector =
        known ? sum : gang.CreateSelect(gang.CreateICmpULT(gang.getInt32(step), size), sum, vector);
  }
  return vector;
}

} // namespace weft::compiler
