// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/region_liveness.h"

#include "compiler/passes/support/lanes/interleaved_array.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/limits.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <functional>

#define DEBUG_TYPE "weft-regions"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(valuesRecomputed, "Values live across a split that are recomputed");
ALWAYS_ENABLED_STATISTIC(valuesOfGroup,
                         "Values live across a split that are kept once for the group");
ALWAYS_ENABLED_STATISTIC(valuesInContext,
                         "Values live across a split that are kept for each work-item");

namespace {

// The cost of recomputing a value. Uniform values are computed once for the group, and ids and
// sizes are available. Lanes share most of the work on addresses, and would not recognise an
// address from a slot as strided.
constexpr unsigned uniformCost = 1;
constexpr unsigned addressCost = 4;
constexpr unsigned itemCost = 8;

bool isStaticAlloca(const Value *value) {
  const auto *alloca = dyn_cast<AllocaInst>(value);
  return alloca && alloca->isStaticAlloca();
}

// Walks backwards from the given blocks' starts until `stops`; fills the blocks live on entry.
template <typename Stop>
void walkBackward(SmallVectorImpl<BasicBlock *> &work, SmallPtrSetImpl<BasicBlock *> &liveIn,
                  Stop stops) {
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (!liveIn.insert(block).second)
      continue;
    for (BasicBlock *predecessor : predecessors(block))
      if (!stops(predecessor))
        work.push_back(predecessor);
  }
}

// All values computed from an array's address, and all their users.
SmallSetVector<Instruction *, 16> derivedUsers(AllocaInst &array) {
  SmallSetVector<Instruction *, 16> users;
  SmallVector<Value *> work{&array};
  while (!work.empty())
    for (User *user : work.pop_back_val()->users()) {
      auto *instruction = dyn_cast<Instruction>(user);
      if (instruction && users.insert(instruction) && instruction->getType()->isPtrOrPtrVectorTy())
        work.push_back(instruction);
    }
  return users;
}

// The values that flow into a value through phis, and those into which it flows, nearest first.
SmallSetVector<const Instruction *, 16> phiRelatives(const Instruction &value) {
  SmallSetVector<const Instruction *, 16> relatives;
  relatives.insert(&value);
  for (unsigned index = 0; index != relatives.size(); ++index) {
    const Instruction *current = relatives[index];
    if (isa<PHINode>(current))
      for (const Value *incoming : current->operand_values())
        if (const auto *instruction = dyn_cast<Instruction>(incoming))
          relatives.insert(instruction);
    for (const User *user : current->users())
      if (const auto *phi = dyn_cast<PHINode>(user))
        relatives.insert(phi);
  }
  return relatives;
}

// Whether addresses consist of such instructions. Minimum and maximum clamp them.
bool isAddressArithmetic(const Instruction &instruction) {
  if (isa<MinMaxIntrinsic>(instruction))
    return true;
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::GetElementPtr:
    return true;
  default:
    return false;
  }
}

unsigned recomputationCost(const Instruction &instruction, const GroupUniformity &uniformity) {
  if (uniformity.isUniform(instruction))
    return uniformCost;
  return isAddressArithmetic(instruction) ? addressCost : itemCost;
}

} // namespace

// A debugger expects an array where its declaration says, element by element.
static std::optional<InterleavedArray> findInterleaved(AllocaInst &alloca) {
  return findDVRDeclares(&alloca).empty() ? InterleavedArray::find(alloca) : std::nullopt;
}

static void keepAddressesBesideAccesses(Function &function) {
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
      if (auto array = findInterleaved(*alloca))
        array->keepAddressesBesideAccesses();
}

RegionLiveness::RegionLiveness(Function &function, const RegionGraph &graph,
                               const GroupUniformity &uniformity, bool hasOwnStacks)
    : function(function), graph(graph) {
  if (hasOwnStacks) {
    keepResults();
    return;
  }
  if (!graph.splits().empty()) {
    keepAddressesBesideAccesses(function);
    findValues(uniformity);
  }
  findArrays();
}

void RegionLiveness::keepResults() {
  const DataLayout &dataLayout = function.getDataLayout();
  for (auto [index, split] : enumerate(graph.splits())) {
    if (split.call->use_empty())
      continue;
    Type *type = split.call->getType();
    LiveValue live;
    live.value = split.call;
    live.definition = split.block;
    live.liveAfter.resize(graph.splits().size());
    live.liveAfter.set(index);
    live.survival = Survival::Item;
    live.slot =
        layout.addItemSlot(dataLayout.getTypeAllocSize(type), dataLayout.getABITypeAlign(type));
    valueList.push_back(std::move(live));
  }
  for (const Instruction &instruction : function.getEntryBlock())
    if (const auto *alloca = dyn_cast<AllocaInst>(&instruction))
      privateByteCount += alloca->getAllocationSize(dataLayout).value_or(TypeSize::getFixed(0));
}

const LiveValue *RegionLiveness::find(const Instruction *value) const {
  const auto *found =
      find_if(valueList, [value](const LiveValue &candidate) { return candidate.value == value; });
  return found == valueList.end() ? nullptr : found;
}

SmallBitVector RegionLiveness::liveAfter(Instruction &value) const {
  SmallVector<BasicBlock *> users;
  for (const Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    const auto *phi = dyn_cast<PHINode>(user);
    users.push_back(phi ? phi->getIncomingBlock(use) : user->getParent());
  }
  return liveAfter(value, users);
}

SmallBitVector RegionLiveness::liveAfter(const Instruction &value,
                                         ArrayRef<BasicBlock *> users) const {
  const auto isHome = [&](BasicBlock *block) { return block == value.getParent(); };
  SmallVector<BasicBlock *> work;
  SmallPtrSet<BasicBlock *, 16> liveIn;
  copy_if(users, std::back_inserter(work), std::not_fn(isHome));
  walkBackward(work, liveIn, isHome);
  SmallBitVector result(graph.splits().size());
  for (auto [index, split] : enumerate(graph.splits()))
    if (liveIn.contains(split.next))
      result.set(index);
  return result;
}

bool RegionLiveness::isRecomputable(Value *value, const GroupUniformity &uniformity,
                                    Recomputation &recomputation) const {
  if (isa<Argument>(value) || isa<Constant>(value) || isStaticAlloca(value))
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return false;
  if (const auto primitive = findPrimitive(*instruction))
    return !splitsRegion(primitive->kind) && primitive->kind != PrimitiveKind::SubGroupOperation;
  const unsigned cost = recomputationCost(*instruction, uniformity);
  if (cost > recomputation.budget)
    return false;
  recomputation.budget -= cost;
  const bool isInvariantLoad =
      isa<LoadInst>(instruction) && instruction->hasMetadata(LLVMContext::MD_invariant_load);
  if (!isInvariantLoad &&
      !isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, MinMaxIntrinsic>(
          instruction))
    return false;
  return all_of(instruction->operands(),
                [&](Value *operand) { return isOperandThere(operand, uniformity, recomputation); });
}

// If the value is recomputed, a uniform operand has not changed: its definition dominates that of
// the value, so that a newer one implies a newer value.
bool RegionLiveness::isOperandThere(Value *operand, const GroupUniformity &uniformity,
                                    Recomputation &recomputation) const {
  Recomputation whole = recomputation;
  auto *instruction = dyn_cast<Instruction>(operand);
  const bool isUniform = instruction && uniformity.isUniform(*instruction);
  if (isRecomputable(operand, uniformity, whole) &&
      (!isUniform || whole.uniforms.size() == recomputation.uniforms.size())) {
    recomputation = std::move(whole);
    return true;
  }
  if (!isUniform || recomputation.budget < uniformCost)
    return false;
  recomputation.budget -= uniformCost;
  recomputation.uniforms.insert(instruction);
  return true;
}

void RegionLiveness::findValues(const GroupUniformity &uniformity) {
  MapVector<Instruction *, SmallBitVector> needed;
  for (Instruction &instruction : instructions(function)) {
    if (instruction.getType()->isVoidTy() || isStaticAlloca(&instruction))
      continue;
    LiveValue live;
    live.liveAfter = liveAfter(instruction);
    if (live.liveAfter.none())
      continue;
    live.value = &instruction;
    live.definition = instruction.getParent();
    Recomputation recomputation{limits::recomputation, {}};
    if (isRecomputable(&instruction, uniformity, recomputation) &&
        (recomputation.uniforms.empty() || !uniformity.isUniform(instruction))) {
      live.survival = Survival::Recomputed;
      ++valuesRecomputed;
      for (Instruction *uniform : recomputation.uniforms) {
        SmallBitVector &after = needed[uniform];
        after.resize(live.liveAfter.size());
        after |= live.liveAfter;
        // It is live from its own definition on, before the value that needs it.
        after |= liveAfter(*uniform, live.definition);
      }
    } else if (uniformity.isUniform(instruction)) {
      addUniform(instruction, std::move(live.liveAfter));
      continue;
    } else {
      live.survival = Survival::Item;
      ++valuesInContext;
    }
    valueList.push_back(std::move(live));
  }
  keepUniforms(needed);
  assignSlots();
}

// Extends the lifetimes of uniform values to everything recomputed from them.
void RegionLiveness::keepUniforms(const MapVector<Instruction *, SmallBitVector> &needed) {
  if (needed.empty())
    return;
  DenseMap<const Instruction *, std::size_t> positions;
  for (const auto &[position, live] : enumerate(valueList))
    positions[live.value] = position;
  for (const auto &[uniform, after] : needed)
    if (const auto known = positions.find(uniform); known != positions.end())
      valueList[known->second].liveAfter |= after;
    else
      addUniform(*uniform, after);
}

void RegionLiveness::addUniform(Instruction &value, SmallBitVector after) {
  LiveValue live;
  live.value = &value;
  live.definition = value.getParent();
  live.liveAfter = std::move(after);
  live.survival = Survival::Uniform;
  live.uniform = uniformTypeList.size();
  uniformTypeList.push_back(value.getType());
  valueList.push_back(std::move(live));
  ++valuesOfGroup;
}

void RegionLiveness::assignSlots() {
  struct Room {
    ContextSlot slot;
    SmallBitVector liveAfter; ///< of all values in it
  };
  SmallVector<Room> rooms;
  DenseMap<const Instruction *, unsigned> roomOf;
  const DataLayout &dataLayout = function.getDataLayout();
  const auto isFree = [&](const LiveValue &live, unsigned room) {
    Type *type = live.value->getType();
    return !rooms[room].liveAfter.anyCommon(live.liveAfter) &&
           rooms[room].slot.bytes == dataLayout.getTypeAllocSize(type) &&
           rooms[room].slot.alignment >= dataLayout.getABITypeAlign(type);
  };
  const auto choose = [&](const LiveValue &live) -> unsigned {
    for (const Instruction *relative : phiRelatives(*live.value))
      if (const auto found = roomOf.find(relative);
          found != roomOf.end() && isFree(live, found->second))
        return found->second;
    for (unsigned room = 0; room != rooms.size(); ++room)
      if (isFree(live, room))
        return room;
    Type *type = live.value->getType();
    rooms.push_back(
        {layout.addItemSlot(dataLayout.getTypeAllocSize(type), dataLayout.getABITypeAlign(type)),
         SmallBitVector(graph.splits().size())});
    return rooms.size() - 1;
  };
  for (LiveValue &live : valueList) {
    if (live.survival != Survival::Item)
      continue;
    const unsigned room = choose(live);
    assert(!rooms[room].liveAfter.anyCommon(live.liveAfter) && "no two live values share a slot");
    rooms[room].liveAfter |= live.liveAfter;
    roomOf[live.value] = room;
    live.slot = rooms[room].slot;
  }
}

bool RegionLiveness::isLiveAcross(AllocaInst &array) const {
  if (graph.splits().empty())
    return false;
  if (PointerMayBeCaptured(&array, /*ReturnCaptures=*/true, limits::captureUses))
    return true;
  SmallPtrSet<BasicBlock *, 16> startBlocks;
  SmallVector<BasicBlock *> backward;
  SmallVector<BasicBlock *> forward;
  const auto users = derivedUsers(array);
  const auto isStart = [](const Instruction *instruction) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(instruction);
    return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start;
  };
  for (Instruction *user : users)
    if (isStart(user))
      startBlocks.insert(user->getParent());
  for (Instruction *user : users) {
    if (user->isLifetimeStartOrEnd())
      continue;
    BasicBlock *block = user->getParent();
    forward.push_back(block);
    const bool startsHere =
        startBlocks.contains(block) && any_of(users, [&](Instruction *other) {
          return other->getParent() == block && isStart(other) && other->comesBefore(user);
        });
    if (!startsHere)
      backward.push_back(block);
  }
  SmallPtrSet<BasicBlock *, 16> liveIn;
  walkBackward(backward, liveIn, [&](BasicBlock *block) { return startBlocks.contains(block); });
  SmallPtrSet<BasicBlock *, 16> touched;
  while (!forward.empty()) {
    BasicBlock *block = forward.pop_back_val();
    if (touched.insert(block).second)
      forward.append(succ_begin(block), succ_end(block));
  }
  return any_of(graph.splits(), [&](const Split &split) {
    return liveIn.contains(split.next) && touched.contains(split.block);
  });
}

void RegionLiveness::findArrays() {
  const DataLayout &dataLayout = function.getDataLayout();
  std::uint64_t stackBytes = 0;
  for (Instruction &instruction : function.getEntryBlock()) {
    auto *alloca = dyn_cast<AllocaInst>(&instruction);
    if (!alloca || !alloca->isStaticAlloca())
      continue;
    PrivateArray array;
    array.alloca = alloca;
    const std::uint64_t bytes =
        alloca->getAllocationSize(dataLayout).value_or(TypeSize::getFixed(0));
    privateByteCount += bytes;
    const bool isLarge = bytes > limits::stackArray || stackBytes + bytes > limits::stackArrays;
    // The work-items of a sub-group run together.
    if (isLiveAcross(*alloca) || (isLarge && usesSubGroups(function))) {
      array.place = ArrayPlace::ContextItem;
      array.slot = layout.addItemSlot(bytes, alloca->getAlign());
      if (const auto interleaved = findInterleaved(*alloca))
        array.interleaved = interleaved->elementBytes();
    } else if (isLarge) {
      array.place = ArrayPlace::ContextFixed;
      array.fixedOffset = layout.addFixed(bytes, alloca->getAlign());
    } else {
      stackBytes += bytes;
    }
    arrayList.push_back(array);
  }
}

} // namespace weft::compiler
