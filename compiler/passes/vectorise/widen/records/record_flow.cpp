// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/records/record_flow.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/limits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace weft::compiler {

using namespace llvm;

using Group = RecordGroup;

bool flowsByComponent(const Instruction &instruction) {
  if (const auto *call = dyn_cast<CallInst>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    return isTriviallyVectorizable(call->getIntrinsicID()) ||
           (callee && isElementwise(callee->getName()));
  }
  return (isa<BinaryOperator, UnaryOperator, CmpInst, FreezeInst, SelectInst>(instruction) &&
          !instruction.isIntDivRem()) ||
         (isa<CastInst>(instruction) && !isa<AddrSpaceCastInst>(instruction));
}

RecordGroup componentsOfRecord(const Instruction &record) {
  const auto *type = dyn_cast<FixedVectorType>(record.getType());
  if (!type)
    return {};
  Group group(type->getNumElements());
  for (const User *user : record.users()) {
    const auto *component = dyn_cast<ExtractElementInst>(user);
    const auto *index = component ? dyn_cast<ConstantInt>(component->getIndexOperand()) : nullptr;
    if (!index || index->getValue().uge(group.size()) || group[index->getZExtValue()])
      return {};
    group[index->getZExtValue()] = const_cast<ExtractElementInst *>(component);
  }
  return is_contained(group, nullptr) ? Group() : group;
}

RecordFlow RecordFlow::toWrite(Instruction &write, Value &record, const StrideInfo &strides) {
  RecordFlow flow(cast<FixedVectorType>(record.getType())->getNumElements(), strides);
  flow.isWhole = flow.count > 1 && flow.followAccess(write) && flow.followRecord(record);
  return flow;
}

RecordFlow RecordFlow::toEnd(const RecordGroup &end, const StrideInfo &strides) {
  RecordFlow flow(end.size(), strides);
  flow.end = end;
  flow.isWhole = flow.count > 1 && flow.follow(end);
  return flow;
}

// What a gang stores in private memory and loads again needs no sorting.
static bool isPrivate(const Instruction &access) {
  const Value *pointer = getLoadStorePointerOperand(&access);
  return pointer && isa<AllocaInst>(getUnderlyingObject(pointer));
}

bool RecordFlow::isWorthwhile(const MaskPlan &plan, const LoopInfo &loops,
                              const DenseMap<const Instruction *, unsigned> &flowsOf) const {
  double sorting = 0, spreading = 0;
  const auto weightOf = [&](const Value *value) {
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction ? CostModel::loopWeight(*instruction->getParent(), loops) : 1;
  };
  const unsigned sortingOne = Log2_32_Ceil(count);
  for (const Instruction *access : accesses)
    if (end.empty() || !isPrivate(*access))
      sorting +=
          static_cast<double>(weightOf(access) * sortingOne) / std::max(1u, flowsOf.lookup(access));
  for (const Value *value : spread)
    spreading += weightOf(value);
  for (const BasicBlock *block : blocksOfPhis())
    for (const BasicBlock *from : predecessors(block))
      if (!plan[*from].edgeTo(*block).isFirst)
        spreading += CostModel::loopWeight(*block, loops);
  return end.empty() ? spreading <= sorting : spreading + weightOf(end[0]) * sortingOne < sorting;
}

SmallSetVector<const BasicBlock *, 4> RecordFlow::blocksOfPhis() const {
  SmallSetVector<const BasicBlock *, 4> blocks;
  for (const auto &[first, group] : groups)
    if (isa<PHINode>(first))
      blocks.insert(first->getParent());
  return blocks;
}

bool RecordFlow::followRecord(Value &record) {
  if (strides->isUniform(record))
    return false;
  if (isa<LoadInst, CallInst>(record))
    return followAccess(cast<Instruction>(record));
  // Components are put in one after the other.
  SmallVector<const Use *, 4> uses(count);
  for (auto *put = dyn_cast<InsertElementInst>(&record); put;
       put = dyn_cast<InsertElementInst>(put->getOperand(0))) {
    const auto *index = dyn_cast<ConstantInt>(put->getOperand(2));
    if (!index || index->getValue().uge(count) || uses[index->getZExtValue()])
      return false;
    members.insert(put);
    puts[put] = index->getZExtValue();
    uses[index->getZExtValue()] = &put->getOperandUse(1);
  }
  return !is_contained(uses, nullptr) && followOperand(uses);
}

bool RecordFlow::followAccess(Instruction &instruction) {
  if (strides->isUniform(instruction) && !instruction.getType()->isVoidTy())
    return false;
  members.insert(&instruction);
  accesses.insert(&instruction);
  if (auto *call = dyn_cast<CallInst>(&instruction)) {
    const auto access = ImageAccess::of(*call);
    return access && hasRowRoutine(*access->routine) && strides->isUniform(*access->image) &&
           strides->isUniform(*access->sampler) && strides->isUniform(*access->routine);
  }
  const auto *load = dyn_cast<LoadInst>(&instruction);
  const bool isSimple = load ? load->isSimple() : cast<StoreInst>(instruction).isSimple();
  const MemoryAccess access = classifyAccess(*strides, instruction);
  using Kind = MemoryAccess::Kind;
  return isSimple && access.count == count &&
         is_contained({Kind::Contiguous, Kind::Interleaved, Kind::Scattered}, access.kind);
}

// Whether all values of a group are there when the first of its members is widened. Those of phis
// are there at the ends of blocks.
static bool areThereInTime(const Group &values, ArrayRef<const Use *> uses) {
  const auto userOf = [](const Use *use) { return cast<Instruction>(use->getUser()); };
  const BasicBlock *block = userOf(uses[0])->getParent();
  return isa<PHINode>(uses[0]->getUser()) || all_of(uses, [&](const Use *use) {
           const Instruction *user = userOf(use);
           return user->getParent() == block && none_of(values, [&](const Value *value) {
                    const auto *instruction = dyn_cast<Instruction>(value);
                    return instruction && instruction->getParent() == block &&
                           !instruction->comesBefore(user);
                  });
         });
}

// What the uses by the members of a group, one for each component, are of.
bool RecordFlow::followOperand(ArrayRef<const Use *> uses) {
  Group group;
  for (const Use *use : uses)
    group.push_back(use->get());
  const bool areEqual = all_equal(group);
  if (areEqual && strides->isUniform(*group[0]))
    return true;
  const bool areUniform =
      all_of(group, [&](const Value *value) { return strides->isUniform(*value); });
  if (!areEqual && !areUniform)
    return follow(group);
  // Conditions that lanes share are no vectors.
  if (areUniform && (group[0]->getType()->isIntegerTy(1) || !areThereInTime(group, uses)))
    return false;
  if (!areUniform)
    spread.insert(group[0]);
  for (const Use *use : uses)
    outside[use] = group;
  return true;
}

bool RecordFlow::follow(const Group &group) {
  const auto *first = dyn_cast<Instruction>(group[0]);
  if (!first)
    return false;
  if (const auto known = groups.find(first); known != groups.end())
    return known->second == group;
  if (groups.size() == limits::recordSteps)
    return false;
  groups[first] = group;
  for (Value *value : group) {
    auto *member = dyn_cast<Instruction>(value);
    if (!member || strides->isUniform(*member) || strides->strideOf(*member) ||
        !members.insert(member))
      return false;
  }
  return isa<ExtractElementInst>(first) ? followComponents(group)
         : isa<PHINode>(first)          ? followPhis(group)
                                        : followOperation(group);
}

// The components of what was read.
bool RecordFlow::followComponents(const Group &group) {
  auto *record = dyn_cast<Instruction>(cast<ExtractElementInst>(group[0])->getVectorOperand());
  return record && isa<LoadInst, CallInst>(record) && componentsOfRecord(*record) == group &&
         followAccess(*record);
}

bool RecordFlow::followPhis(const Group &group) {
  const auto &first = *cast<PHINode>(group[0]);
  for (const Value *value : group)
    if (!isa<PHINode>(value) || cast<PHINode>(value)->getParent() != first.getParent())
      return false;
  return all_of(first.blocks(), [&](const BasicBlock *from) {
    SmallVector<const Use *, 4> uses;
    for (const Value *value : group) {
      const auto &phi = *cast<PHINode>(value);
      uses.push_back(&phi.getOperandUse(phi.getBasicBlockIndex(from)));
    }
    return followOperand(uses);
  });
}

static const Value *calleeOf(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  return call ? call->getCalledOperand() : nullptr;
}

static bool staysScalar(const Instruction &instruction, unsigned index) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), index, nullptr);
}

bool RecordFlow::followOperation(const Group &group) {
  const auto &first = *cast<Instruction>(group[0]);
  if (!flowsByComponent(first))
    return false;
  for (const Value *value : group) {
    const auto &other = *cast<Instruction>(value);
    if (!first.isSameOperationAs(&other) || !first.hasSameSubclassOptionalData(&other) ||
        calleeOf(first) != calleeOf(other))
      return false;
  }
  const auto *call = dyn_cast<CallInst>(&first);
  for (unsigned index = 0, end = call ? call->arg_size() : first.getNumOperands(); index != end;
       ++index) {
    SmallVector<const Use *, 4> uses;
    for (const Value *value : group)
      uses.push_back(&cast<Instruction>(value)->getOperandUse(index));
    if (!followOperand(uses) || (staysScalar(first, index) && outside.contains(uses[0])))
      return false;
  }
  return all_of(group, [&](const Value *value) { return hasDistinctOperands(*cast<User>(value)); });
}

// What stands for a value in an instruction is the same for all its uses of the value.
bool RecordFlow::hasDistinctOperands(const User &member) const {
  for (const Use &one : member.operands())
    for (const Use &other : member.operands())
      if (one.get() == other.get() && outside.lookup(&one) != outside.lookup(&other))
        return false;
  return true;
}

} // namespace weft::compiler
