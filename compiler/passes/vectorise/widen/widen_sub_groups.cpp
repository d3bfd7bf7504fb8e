// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/widen_sub_groups.h"

#include "compiler/passes/support/lanes/sub_group_vectors.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(subGroupOperations, "Operations of sub-groups");

namespace {

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
  case SubGroupAction::ScanInclusive:
  case SubGroupAction::ScanExclusive:
  case SubGroupAction::Clustered:
    result = combined(call, *function);
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
  const auto id = [&](unsigned dimension) {
    return parameterOf(*gang.result, RegionParameters::LocalId + dimension);
  };
  const auto size = [&](unsigned dimension) {
    return parameterOf(*gang.result, RegionParameters::LocalSize + dimension);
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

Value *SubGroupWidener::combined(CallInst &call, const SubGroupFunction &function) {
  Value *vector = values.vectorOf(call.getArgOperand(0));
  Value *clusterSize = nullptr;
  if (function.action == SubGroupAction::Clustered) {
    if (!values.isUniform(*call.getArgOperand(1)))
      gang.fail("the size of clusters varies", &call);
    else if (!gang.hasFailed())
      clusterSize = values.scalarOf(call.getArgOperand(1));
  }
  if (gang.hasFailed())
    return nullptr;
  return SubGroupVectors(gang, gang.lanes, gang.mask).resultOf(function, vector, clusterSize);
}

} // namespace weft::compiler
