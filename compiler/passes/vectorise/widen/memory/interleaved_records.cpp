// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/memory/interleaved_records.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/image_access.h"
#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsInterleaved, "Accesses to records that stay interleaved");

namespace {

using Group = InterleavedRecords::Group;

// What a store or a write of a texel writes; null for other instructions.
Value *writtenRecord(Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getValueOperand()->getType()->isVectorTy() ? store->getValueOperand() : nullptr;
  auto *call = dyn_cast<CallInst>(&instruction);
  const auto access = call ? ImageAccess::of(*call) : std::nullopt;
  return access && access->kind == ImageAccessKind::Write ? access->texel : nullptr;
}

// What one write writes: the accesses and instructions that its records flow through.
class Flow {
public:
  Flow(Instruction &write, Value &record, const StrideInfo &strides)
      : strides(&strides), count(cast<FixedVectorType>(record.getType())->getNumElements()) {
    isWhole = count > 1 && followAccess(write) && followRecord(record);
  }

  bool isInterleavable() const { return isWhole; }
  unsigned components() const { return count; }
  const SmallSetVector<Instruction *, 32> &all() const { return members; }
  const SmallSetVector<Instruction *, 4> &allAccesses() const { return accesses; }
  const MapVector<const Instruction *, Group> &allGroups() const { return groups; }
  const DenseMap<const Use *, Group> &operands() const { return outside; }
  const DenseMap<const InsertElementInst *, unsigned> &allPuts() const { return puts; }

  // Whether sorting takes as many shuffles as spreading at least.
  bool isWorthwhile(const MaskPlan &plan, const LoopInfo &loops) const {
    std::uint64_t sorting = 0, spreading = 0;
    const auto weightOf = [&](const Value *value) {
      const auto *instruction = dyn_cast<Instruction>(value);
      return instruction ? CostModel::loopWeight(*instruction->getParent(), loops) : 1;
    };
    for (const Instruction *access : accesses)
      sorting += weightOf(access) * Log2_32_Ceil(count);
    for (const Value *value : spread)
      spreading += weightOf(value);
    for (const BasicBlock *block : blocksOfPhis())
      for (const BasicBlock *from : predecessors(block))
        if (!plan[*from].edgeTo(*block).isFirst)
          spreading += CostModel::loopWeight(*block, loops);
    return spreading <= sorting;
  }

private:
  SmallSetVector<const BasicBlock *, 4> blocksOfPhis() const {
    SmallSetVector<const BasicBlock *, 4> blocks;
    for (const auto &[first, group] : groups)
      if (isa<PHINode>(first))
        blocks.insert(first->getParent());
    return blocks;
  }

  bool followRecord(Value &record) {
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

  bool followAccess(Instruction &instruction) {
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
    const MemoryAccess access =
        classifyAccess(*strides, instruction.getDataLayout(),
                       *getLoadStorePointerOperand(&instruction), *getLoadStoreType(&instruction));
    using Kind = MemoryAccess::Kind;
    return isSimple && access.count == count &&
           is_contained({Kind::Contiguous, Kind::Interleaved, Kind::Scattered}, access.kind);
  }

  // What the uses by the members of a group, one for each component, are of.
  bool followOperand(ArrayRef<const Use *> uses) {
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

  bool follow(const Group &group) {
    const auto *first = dyn_cast<Instruction>(group[0]);
    if (!first)
      return false;
    if (const auto known = groups.find(first); known != groups.end())
      return known->second == group;
    constexpr unsigned limit = 1000;
    if (groups.size() == limit)
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
  bool followComponents(const Group &group) {
    Value *record = cast<ExtractElementInst>(group[0])->getVectorOperand();
    for (auto [number, value] : enumerate(group)) {
      const auto *component = dyn_cast<ExtractElementInst>(value);
      const auto *index = component ? dyn_cast<ConstantInt>(component->getIndexOperand()) : nullptr;
      if (!index || component->getVectorOperand() != record || index->getValue() != number)
        return false;
    }
    return isa<LoadInst, CallInst>(record) && followAccess(*cast<Instruction>(record));
  }

  bool followPhis(const Group &group) {
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

  bool followOperation(const Group &group) {
    const auto &first = *cast<Instruction>(group[0]);
    if (!isElementwise(first))
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
    return all_of(group,
                  [&](const Value *value) { return hasDistinctOperands(*cast<User>(value)); });
  }

  // What stands for a value in an instruction is the same for all its uses of the value.
  bool hasDistinctOperands(const User &member) const {
    for (const Use &one : member.operands())
      for (const Use &other : member.operands())
        if (one.get() == other.get() && outside.lookup(&one) != outside.lookup(&other))
          return false;
    return true;
  }

  static const Value *calleeOf(const Instruction &instruction) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    return call ? call->getCalledOperand() : nullptr;
  }

  static bool staysScalar(const Instruction &instruction, unsigned index) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call && isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), index, nullptr);
  }

  // Whether widening makes one vector operation of it, which looks at no lane's number.
  static bool isElementwise(const Instruction &instruction) {
    if (const auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      return isTriviallyVectorizable(call->getIntrinsicID()) ||
             (callee && compiler::isElementwise(callee->getName()));
    }
    return (isa<BinaryOperator, UnaryOperator, CmpInst, FreezeInst, SelectInst>(instruction) &&
            !instruction.isIntDivRem()) ||
           (isa<CastInst>(instruction) && !isa<AddrSpaceCastInst>(instruction));
  }

  const StrideInfo *strides;
  unsigned count;
  MapVector<const Instruction *, Group> groups; ///< by their first members
  SmallSetVector<Instruction *, 32> members;
  SmallSetVector<Instruction *, 4> accesses;
  DenseMap<const InsertElementInst *, unsigned> puts;
  DenseMap<const Use *, Group> outside;
  SmallSetVector<Value *, 8> spread;
  bool isWhole = false;
};

SmallVector<Flow, 2> flowsOf(Function &function, const StrideInfo &strides, const MaskPlan &plan,
                             const LoopInfo &loops) {
  SmallVector<Flow, 2> flows;
  for (Instruction &instruction : instructions(function))
    if (Value *record = writtenRecord(instruction))
      if (Flow flow(instruction, *record, strides);
          flow.isInterleavable() && flow.isWorthwhile(plan, loops))
        flows.push_back(std::move(flow));
  return flows;
}

// Leaves out those that have an instruction in another group than an earlier one.
void removeContradictions(SmallVectorImpl<Flow> &flows) {
  DenseMap<const Value *, Group> groupOf;
  erase_if(flows, [&](const Flow &flow) {
    for (const auto &[first, group] : flow.allGroups())
      for (const Value *member : group)
        if (const auto known = groupOf.find(member);
            known != groupOf.end() && known->second != group)
          return true;
    for (const auto &[first, group] : flow.allGroups())
      for (const Value *member : group)
        groupOf[member] = group;
    return false;
  });
}

// Whether what uses the value takes it for a component of a record, or for one.
bool isFlowing(const Use &use, const DenseSet<const User *> &members,
               const DenseSet<const Use *> &outside) {
  const User *user = use.getUser();
  if (!members.contains(user) || outside.contains(&use) || isa<LoadInst>(user))
    return false;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == 0;
  auto *call = dyn_cast<CallInst>(const_cast<User *>(user));
  const auto access = call ? ImageAccess::of(*call) : std::nullopt;
  return !access || (access->texel == use.get() && access->coordinates != use.get());
}

// Leaves those whose members are used by members of one of them only.
void removeOpenFlows(SmallVectorImpl<Flow> &flows) {
  for (bool changed = true; changed;) {
    DenseSet<const User *> members;
    DenseSet<const Use *> outside;
    for (const Flow &flow : flows) {
      members.insert_range(flow.all());
      outside.insert_range(make_first_range(flow.operands()));
    }
    const auto isOpen = [&](const Flow &flow) {
      return any_of(flow.all(), [&](const Instruction *member) {
        return any_of(member->uses(),
                      [&](const Use &use) { return !isFlowing(use, members, outside); });
      });
    };
    const std::size_t count = flows.size();
    erase_if(flows, isOpen);
    changed = flows.size() != count;
  }
}

} // namespace

InterleavedRecords::InterleavedRecords(Function &function, const StrideInfo &strides,
                                       const MaskPlan &plan, const LoopInfo &loops) {
  if (!VectorStages::attachedTo(function).run(VectorStage::InterleavedRecords))
    return;
  SmallVector<Flow, 2> flows = flowsOf(function, strides, plan, loops);
  removeContradictions(flows);
  removeOpenFlows(flows);
  for (const Flow &flow : flows) {
    accesses.insert_range(flow.allAccesses());
    for (const auto &[first, group] : flow.allGroups())
      for (auto [number, member] : enumerate(group))
        parts[cast<Instruction>(member)] = {static_cast<unsigned>(number), flow.components()};
    for (const auto &[put, number] : flow.allPuts())
      parts[put] = {number, flow.components()};
    outside.insert_range(flow.operands());
  }
  recordsInterleaved += accesses.size();
}

std::optional<RecordPart> InterleavedRecords::partOf(const Instruction &member) const {
  const auto found = parts.find(&member);
  return found == parts.end() ? std::nullopt : std::optional(found->second);
}

const InterleavedRecords::Group *InterleavedRecords::outsideOf(const Use &use) const {
  const auto found = outside.find(&use);
  return found == outside.end() ? nullptr : &found->second;
}

} // namespace weft::compiler
