// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/records/interleaved_records.h"

#include "compiler/passes/support/images/image_access.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/vectorise/widen/records/record_ends.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"

#define DEBUG_TYPE "weft-widen"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(recordsInterleaved, "Accesses to records that stay interleaved");

namespace {

using Flows = SmallVector<RecordFlow, 2>;

// What a store or a write of a texel writes; null for other instructions.
Value *writtenRecord(Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getValueOperand()->getType()->isVectorTy() ? store->getValueOperand() : nullptr;
  auto *call = dyn_cast<CallInst>(&instruction);
  const auto access = call ? ImageAccess::of(*call) : std::nullopt;
  return access && access->kind == ImageAccessKind::Write ? access->texel : nullptr;
}

Flows flowsOf(Function &function, const StrideInfo &strides, const MaskPlan &plan,
              const LoopInfo &loops) {
  Flows flows;
  const auto take = [&](RecordFlow flow) {
    if (flow.isInterleavable() &&
        flow.isWorthwhile(plan, loops, DenseMap<const Instruction *, unsigned>()))
      flows.push_back(std::move(flow));
  };
  for (Instruction &instruction : instructions(function))
    if (Value *record = writtenRecord(instruction))
      take(RecordFlow::toWrite(instruction, *record, strides));
  for (const RecordGroup &end : findRecordEnds(function, strides))
    if (lastOfEnd(end))
      take(RecordFlow::toEnd(end, strides));
  return flows;
}

// Leaves out those that have an instruction in another group than an earlier one.
void removeContradictions(Flows &flows) {
  DenseMap<const Value *, RecordGroup> groupOf;
  erase_if(flows, [&](const RecordFlow &flow) {
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

// Leaves those whose members are used by members of one of them only, and those of an end by none.
void removeOpenFlows(Flows &flows) {
  for (bool changed = true; changed;) {
    DenseSet<const User *> members;
    DenseSet<const Use *> outside;
    for (const RecordFlow &flow : flows) {
      members.insert_range(flow.all());
      outside.insert_range(make_first_range(flow.operands()));
    }
    const auto isOpen = [&](const RecordFlow &flow) {
      return any_of(flow.all(), [&](const Instruction *member) {
        const bool isSorted = is_contained(flow.endGroup(), member);
        return any_of(member->uses(),
                      [&](const Use &use) { return isFlowing(use, members, outside) == isSorted; });
      });
    };
    const std::size_t count = flows.size();
    erase_if(flows, isOpen);
    changed = flows.size() != count;
  }
}

// Leaves those that are worth it where flows have accesses in common. Returns whether all are.
bool removeCostlyFlows(Flows &flows, const MaskPlan &plan, const LoopInfo &loops) {
  DenseMap<const Instruction *, unsigned> flowsOf;
  for (const RecordFlow &flow : flows)
    for (const Instruction *access : flow.allAccesses())
      ++flowsOf[access];
  const std::size_t count = flows.size();
  erase_if(flows, [&](const RecordFlow &flow) { return !flow.isWorthwhile(plan, loops, flowsOf); });
  return flows.size() == count;
}

} // namespace

InterleavedRecords::InterleavedRecords(Function &function, const StrideInfo &strides,
                                       const MaskPlan &plan, const LoopInfo &loops) {
  if (!plan.problem().empty() ||
      !VectorStages::attachedTo(function).run(VectorStage::InterleavedRecords))
    return;
  Flows flows = flowsOf(function, strides, plan, loops);
  removeContradictions(flows);
  do
    removeOpenFlows(flows);
  while (!removeCostlyFlows(flows, plan, loops));
  for (const RecordFlow &flow : flows) {
    accesses.insert_range(flow.allAccesses());
    for (const auto &[first, group] : flow.allGroups())
      for (auto [number, member] : enumerate(group))
        parts[cast<Instruction>(member)] = {static_cast<unsigned>(number), flow.components()};
    for (const auto &[put, number] : flow.allPuts())
      parts[put] = {number, flow.components()};
    outside.insert_range(flow.operands());
    if (!flow.endGroup().empty())
      ends[lastOfEnd(flow.endGroup())] = flow.endGroup();
  }
  recordsInterleaved += accesses.size();
}

std::optional<RecordPart> InterleavedRecords::partOf(const Instruction &member) const {
  const auto found = parts.find(&member);
  return found == parts.end() ? std::nullopt : std::optional(found->second);
}

const RecordGroup *InterleavedRecords::outsideOf(const Use &use) const {
  const auto found = outside.find(&use);
  return found == outside.end() ? nullptr : &found->second;
}

const RecordGroup *InterleavedRecords::endAt(const Instruction &last) const {
  const auto found = ends.find(&last);
  return found == ends.end() ? nullptr : &found->second;
}

} // namespace weft::compiler
